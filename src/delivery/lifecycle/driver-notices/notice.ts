import type { Window } from "../../model/model.ts";

/** What a driver is told: that there is a job, that it changed, has to come back, goes on after all or is gone, and what a dispatcher writes. */

export const noticeKinds = ["job", "change", "recall", "resumption", "cancellation", "note"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What was before at a stop; undefined: it stays. */
export interface StopChange {
  stop: "pickup" | "delivery";
  previousWindow?: Window | null;
  /** One line. */
  previousAddress?: string;
}

export interface NoticeDetails {
  /** Of a recall: the sender's or dispatcher's words. */
  reason?: string;
  /** Of a note. */
  text?: string;
  /** Of a change. */
  changes?: StopChange[];
}

/** What a driver who has not seen the first change is told after the second: what they knew is older. */
export function mergedDetails(unseen: NoticeDetails, later: NoticeDetails): NoticeDetails {
  const stops = [...new Set([...(unseen.changes ?? []), ...(later.changes ?? [])].map(({ stop }) => stop))];
  const changeAt = ({ changes = [] }: NoticeDetails, at: StopChange["stop"]) =>
    changes.find(({ stop }) => stop === at);
  return {
    ...later,
    ...(stops.length > 0 && {
      changes: stops.map((stop) => ({ stop, ...changeAt(later, stop), ...changeAt(unseen, stop) })),
    }),
  };
}
