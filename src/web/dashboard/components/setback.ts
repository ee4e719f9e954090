import type { TrackingView } from "../../../delivery/lifecycle/tracking/schema.ts";
import { humanize } from "../format.ts";

type Setback = NonNullable<TrackingView["setback"]>;

/** What keeps the goods, in two words; customs are the hold that people ask about. */
export function setbackTitle({ kind, reason_code }: Setback): string {
  if (kind === "attempt_failed") return "Attempt failed";
  return reason_code === "customs_hold" ? humanize(reason_code) : "Held";
}
