import { seeDay } from "../day.ts";
import type { Day } from "../kept.ts";
import { countTaps } from "../queue.ts";
import { type PlayedDay, pickupJob } from "./played-day.ts";

/** What there is to practice next, in this order. */
export type Lesson = "scan" | "cellar" | "upstairs" | "absent" | "over";

/** Read from what the page itself shows, so any way through the stops will do. */
export function lessonOf(day: Day, played: Pick<PlayedDay, "hasNetwork" | "isDoorTold">): Lesson {
  const { stops } = seeDay(day.stops ?? [], day.entries, day.done ?? [], day.refusals ?? []);
  const isOpen = (kind: "pickup" | "delivery") => stops.some(({ id }) => id === `${pickupJob}.${kind}`);
  if (isOpen("pickup")) return "scan";
  if (isOpen("delivery")) return "cellar";
  if (!played.hasNetwork() || countTaps(day.entries) > 0) return "upstairs";
  return played.isDoorTold() ? "over" : "absent";
}
