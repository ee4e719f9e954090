import { toTimestamp } from "../../../../infra/clock.ts";
import { dayMs } from "../../../../infra/units.ts";
import { pageNow } from "../../clock.ts";

const dayLength = "2026-01-31".length;

/** The first of the last days, today included; the API counts days in UTC. */
export function firstOfLast(days: number): string {
  return toTimestamp(pageNow() - (days - 1) * dayMs).slice(0, dayLength);
}
