import type { Verdict } from "../../../../src/delivery/lifecycle/tracking/quality.ts";

/**
 * A corpus of bad tracks, as phones send them. A fix: seconds of the track, latitude, longitude, accuracy in meters (null:
 * unknown), the verdict, and the second at which it arrives where that is another one. 0.001 degrees of latitude are 111 m.
 */
export type TrackFix = readonly [
  seconds: number,
  latitude: number,
  longitude: number,
  accuracyMeters: number | null,
  verdict: Verdict,
  arrivesAt?: number,
];

export interface Track {
  name: string;
  fixes: readonly TrackFix[];
  /** Where the map shows the driver in the end, as the index of a fix; null for nowhere. */
  ends: number | null;
}

const year1970 = -1_769_000_000;

export const tracks: readonly Track[] = [
  {
    name: "an honest ride",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [5, 52.5205, 13.4052, 9, "good"],
      [10, 52.521, 13.4054, null, "good"],
      [15, 52.5215, 13.4056, 12, "good"],
    ],
    ends: 3,
  },
  {
    name: "a tunnel: cell towers guess, then the ride goes on far ahead",
    fixes: [
      [0, 52.5, 13.36, 6, "good"],
      [5, 52.5006, 13.3602, 7, "good"],
      [10, 52.512, 13.38, 1400, "inaccurate"],
      [40, 52.486, 13.341, 2200, "inaccurate"],
      [70, 52.512, 13.38, 1400, "inaccurate"],
      [95, 52.511, 13.363, 35, "good"],
      [100, 52.5116, 13.3632, 9, "good"],
    ],
    ends: 6,
  },
  {
    name: "a tunnel whose exit is shown before its time",
    fixes: [
      [0, 52.5, 13.36, 6, "good"],
      [2, 52.5099, 13.36, 10, "too_fast"],
      [4, 52.5001, 13.36, 10, "good"],
      [60, 52.5099, 13.36, 10, "good"],
    ],
    ends: 3,
  },
  {
    name: "a bounce between houses",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [2, 52.5201, 13.405, 8, "good"],
      [4, 52.5251, 13.4101, 20, "too_fast"],
      [6, 52.5202, 13.405, 8, "good"],
      [8, 52.5251, 13.4101, 20, "too_fast"],
      [10, 52.5251, 13.4102, 20, "too_fast"],
      [12, 52.5203, 13.405, 8, "good"],
      [14, 52.5251, 13.4101, 20, "too_fast"],
      [16, 52.5204, 13.405, 8, "good"],
    ],
    ends: 8,
  },
  {
    name: "a bounce that the receiver's own accuracy explains",
    fixes: [
      [0, 52.52, 13.405, 10, "good"],
      [1, 52.5225, 13.405, 300, "good"],
      [2, 52.5201, 13.405, 10, "good"],
    ],
    ends: 2,
  },
  {
    name: "0/0 before the first place, and in the middle",
    fixes: [
      [0, 0, 0, null, "null_island"],
      [1, 0.0004, -0.0002, 5, "null_island"],
      [2, 52.52, 13.405, 8, "good"],
      [3, 0, 0, 8, "null_island"],
      [4, 0, 0, 8, "null_island"],
      [5, 0, 0, 8, "null_island"],
      [6, 52.5201, 13.405, 8, "good"],
    ],
    ends: 6,
  },
  {
    name: "the equator and the prime meridian are places",
    fixes: [
      [0, 0, 9.4544, 8, "good"],
      [10, 0.0001, 9.4545, 8, "good"],
      [4000, 5.6037, 0, 8, "too_fast"],
    ],
    ends: 1,
  },
  {
    name: "a clock in 1970",
    fixes: [
      [year1970, 52.52, 13.405, 8, "old", 0],
      [year1970 + 5, 52.5201, 13.405, 8, "old", 5],
      [10, 52.5202, 13.405, 8, "good"],
      [year1970 + 15, 48.1, 11.5, 8, "old", 15],
      [20, 52.5203, 13.405, 8, "good"],
    ],
    ends: 4,
  },
  {
    name: "a clock ahead: ten seconds are forgiven",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [3605, 52.5201, 13.405, 8, "ahead", 5],
      [20, 52.5202, 13.405, 8, "good", 10],
      [26.001, 52.5203, 13.405, 8, "ahead", 16],
      [25, 52.5204, 13.405, 8, "good"],
    ],
    ends: 4,
  },
  {
    name: "a teleport: the third that agrees holds",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [5, 48.1374, 11.5755, 8, "too_fast"],
      [10, 48.1375, 11.5755, 8, "too_fast"],
      [15, 48.1376, 11.5755, 8, "good"],
      [20, 48.1377, 11.5755, 8, "good"],
      [25, 52.52, 13.405, 8, "too_fast"],
    ],
    ends: 4,
  },
  {
    name: "teleports that do not agree",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [5, 48.1374, 11.5755, 8, "too_fast"],
      [10, 40.4168, -3.7038, 8, "too_fast"],
      [15, 48.1374, 11.5755, 8, "too_fast"],
      [20, 59.3293, 18.0686, 8, "too_fast"],
      [25, 52.5201, 13.405, 8, "good"],
    ],
    ends: 5,
  },
  {
    name: "two teleports, then nothing for long: the count starts anew after a good position only",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [5, 52.6, 13.405, 8, "too_fast"],
      [10, 52.6, 13.405, 8, "too_fast"],
      [12, 0, 0, 8, "null_island"],
      [14, 52.6, 13.405, 900, "inaccurate"],
      [16, 52.6001, 13.405, 8, "good"],
    ],
    ends: 5,
  },
  {
    name: "a frozen phone: the last fix again and again, then the truth",
    fixes: [
      [0, 52.52, 13.405, 8, "good"],
      [0, 52.52, 13.405, 8, "good", 30],
      [0, 52.52, 13.405, 8, "good", 60],
      [60, 52.52, 13.405, 8, "good"],
      [90, 52.52, 13.405, 8, "good"],
      [92, 52.56, 13.405, 8, "too_fast"],
      [94, 52.5601, 13.405, 8, "too_fast"],
      [96, 52.5602, 13.405, 8, "good"],
    ],
    ends: 7,
  },
  {
    name: "yesterday's fix first, with today's time",
    fixes: [
      [0, 52.1205, 11.6276, 30, "good"],
      [1, 52.52, 13.405, 8, "too_fast"],
      [2, 52.52, 13.405, 8, "too_fast"],
      [3, 52.52, 13.405, 8, "good"],
    ],
    ends: 3,
  },
  {
    name: "a queue that is sent late and shuffled",
    fixes: [
      [100, 52.525, 13.405, 8, "good", 200],
      [80, 52.524, 13.405, 8, "old", 200],
      [0, 52.52, 13.405, 8, "old", 200],
      [120, 52.526, 13.405, 8, "good", 200],
      [-86_400, 52.52, 13.405, 8, "old", 200],
    ],
    ends: 3,
  },
  {
    name: "no places on earth",
    fixes: [
      [0, 90.0001, 13.405, 8, "out_of_range"],
      [1, 52.52, -180.5, 8, "out_of_range"],
      [2, Number.NaN, 13.405, 8, "out_of_range"],
      [3, 52.52, Number.POSITIVE_INFINITY, 8, "out_of_range"],
    ],
    ends: null,
  },
  {
    name: "the limits themselves",
    fixes: [
      [0, 52.52, 13.405, 500, "good"],
      [10, 52.5201, 13.405, 501, "inaccurate"],
      [100, 52.52, 13.405, 0, "good"],
      [110, 52.525387, 13.405, 0, "good"],
      [120, 52.530793, 13.405, 0, "too_fast"],
    ],
    ends: 3,
  },
  {
    name: "over the date line",
    fixes: [
      [0, -16.8, 179.9999, 8, "good"],
      [10, -16.8, -179.9999, 8, "good"],
    ],
    ends: 1,
  },
];
