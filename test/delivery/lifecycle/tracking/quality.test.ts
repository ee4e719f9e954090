import { describe, expect, test } from "bun:test";
import {
  emptyPositionMemory,
  judgePosition,
  type PositionMemory,
} from "../../../../src/delivery/lifecycle/tracking/quality.ts";
import { type TrackFix, tracks } from "./tracks.ts";

/** The judge of positions, against a corpus of bad tracks. */
const start = Date.UTC(2026, 0, 31, 9, 30);

function judgeAll(fixes: readonly TrackFix[]) {
  let memory: PositionMemory = emptyPositionMemory;
  const verdicts = fixes.map(([seconds, latitude, longitude, accuracyMeters, , arrivesAt = seconds]) => {
    const fix = { latitude, longitude, accuracyMeters, recordedAt: start + seconds * 1000 };
    const judged = judgePosition(memory, fix, start + arrivesAt * 1000);
    // The memory is kept in the database between two positions.
    memory = JSON.parse(JSON.stringify(judged.memory));
    return judged.verdict;
  });
  return { verdicts, memory };
}

describe("positions are judged", () => {
  test.each(tracks.map((track) => [track.name, track] as const))("%s", (_, { fixes, ends }) => {
    const { verdicts, memory } = judgeAll(fixes);
    expect(verdicts).toEqual(fixes.map(([, , , , verdict]) => verdict));
    const [, latitude, longitude] = (ends === null ? undefined : fixes[ends]) ?? [];
    expect([memory.last?.latitude, memory.last?.longitude]).toEqual([latitude, longitude]);
  });
});

test("only a good position changes where the driver is", () => {
  for (const { fixes } of tracks) {
    for (let count = 1; count <= fixes.length; count += 1) {
      const before = judgeAll(fixes.slice(0, count - 1)).memory.last;
      const { verdicts, memory } = judgeAll(fixes.slice(0, count));
      if (verdicts.at(-1) !== "good") expect(memory.last).toEqual(before);
    }
  }
});

test("the judge keeps little, however long the track", () => {
  const fixes = Array.from({ length: 2000 }, (_, index): TrackFix => {
    const isBounce = index % 7 === 3;
    return [index, 52.52 + index * 1e-5 + (isBounce ? 1 : 0), 13.405, 8, isBounce ? "too_fast" : "good"];
  });
  const { verdicts, memory } = judgeAll(fixes);
  expect(verdicts).toEqual(fixes.map(([, , , , verdict]) => verdict));
  expect(JSON.stringify(memory).length).toBeLessThan(300);
});
