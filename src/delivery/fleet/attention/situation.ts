import type { Quote, Unavailable } from "../../lifecycle/quotes/quote.ts";
import type { AssignmentRow, ShipmentRow, TroubleRow } from "../../lifecycle/state/rows.ts";
import type { Setback } from "../../lifecycle/tracking/setback.ts";
import type { AttentionFacts, Finding } from "./attention.ts";

/** What a rule may look at. */
export interface Situation {
  now: number;
  shipment: ShipmentRow;
  /** The active one. */
  assignment: AssignmentRow | null;
  /** The last round of quotes, while the shipment waits for an accepted one. */
  round: { state: string; startedAt: number; deadlineAt: number; unavailable: Unavailable[] } | undefined;
  quotes: Quote[];
  /** When the present assignment's last position was recorded. */
  positionAt: number | null;
  /** The last position before the carrier fell silent; null while it sends some. */
  silentSince: number | null;
  eta: Eta;
  /** Since when the driver has not moved; null if the driver moves, or nobody knows. */
  standingSince: number | null;
  /** Nobody expects positions: the driver is on a break, or has no phone. */
  isUnheard: boolean;
  /** The driver has no phone: a dispatcher enters what happened, perhaps in the evening. */
  isEnteredLater: boolean;
  /** When the driver came to the delivery. */
  arrivedAt: number | null;
  job: DriverJob | null;
  /** A tracker of the driver whose clock is wrong; null without one, and where the fleet's owner does not want to know. */
  wrongClock: WrongClock | null;
  /** Where the driver of an own fleet goes without a known house; null where its owner does not want to know. */
  unclear: { stops: readonly ("pickup" | "delivery")[]; isAsking: boolean } | null;
  /** The driver is out and shall keep no job; null for one who is there, or where the fleet's owner does not want to know. */
  absentDriver: AbsentDriver | null;
  /** What the driver has not seen; null where there is nothing, or where the fleet's owner does not want to know. */
  unseen: Unseen | null;
  /** Since when the driver waits at the pickup, and how long for nothing; null where its owner does not want to know. */
  waiting: { since: number; freeMinutes: number } | null;
  /** That the goods wait somewhere, or could not be handed over. */
  setback: Setback | null;
  troubles: TroubleRow[];
}

interface AbsentDriver {
  name: string;
  since: number;
  until: number;
}

interface Unseen {
  what: "job" | "change";
  /** When the driver was told. */
  since: number;
  /** When the driver has to be where it leads; the change, where it is one. */
  neededAt: number;
  driver: string;
  /** Whether the driver is on duty and opened the page within the hour. */
  isReachable: boolean;
}

interface WrongClock {
  /** Negative for behind. */
  offsetMs: number;
  since: number;
  /** Nothing is known of it any more. */
  endsAt: number;
}

interface Eta {
  pickupAt: number | null;
  deliveryAt: number | null;
  returnAt: number | null;
  /** Null without an estimate but the quote's. */
  updatedAt: number | null;
}

/** The job of a fleet's driver; null where Waybill does not know the carrier's drivers. */
export interface DriverJob {
  driverId: string | null;
  /** Since when a dispatcher has to choose a driver; null while one has it or is asked, or Waybill looks for one. */
  toChooseSince: number | null;
  /** When the fleet needs a driver to be there in time; Waybill looks for one from then on. */
  searchAt: number;
  /** Since when nobody is left who could drive; null while somebody may. */
  waitingSince: number | null;
  /** When the assignment is given back. */
  givesUpAt: number | null;
  /** Whether the driver's next stop belongs to it. */
  isNextStop: boolean;
}

/** A pure rule: from rows to whether it holds, since when, and when harm comes. */
export type Rule = (situation: Situation) => Finding;

/** A rule that cannot hold until the shipment changes. */
export const never: Finding = { trouble: null, lookAt: Number.POSITIVE_INFINITY };

/** A rule that holds. `lookAt` is when it may end though nothing changes. */
export function holds(
  since: number,
  dueAt: number,
  facts: AttentionFacts,
  lookAt: number = Number.POSITIVE_INFINITY,
): Finding {
  return { trouble: { since, dueAt, facts }, lookAt };
}

/** A rule that may hold from a time on. */
export function notBefore(lookAt: number): Finding {
  return { trouble: null, lookAt };
}
