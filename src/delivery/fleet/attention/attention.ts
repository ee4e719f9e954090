import { redactedText } from "../../lifecycle/state/redacted.ts";
import type { ReasonCode } from "../../model/model.ts";

/** What needs a person: the kinds, and what is known of each. Contract-live §3. */

export const attentionKinds = [
  "late",
  "estimate_slipping",
  "no_offer",
  "offers_ending",
  "no_driver",
  "driver_silent",
  "driver_standing",
  "at_door",
  "held",
  "failed",
  "returning",
  "pin_refused",
  "report_refused",
  "contradicting_report",
  "recall_unanswered",
  "cancellation_unanswered",
  "label_missing",
  "booking_kept",
  "refund_refused",
  "tracking_ended",
  "clock_wrong",
  "address_unclear",
  "job_not_seen",
  "goods_with_absent_driver",
  "waiting_at_pickup",
  "schedule_failed",
  "order_waiting",
  "order_form_paused",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Of a schedule or an order form, where there is no shipment. All others are of a shipment. */
const otherKinds = ["schedule_failed", "order_waiting", "order_form_paused"] as const;
type OtherKind = (typeof otherKinds)[number];
export type ShipmentKind = Exclude<AttentionKind, OtherKind>;
export const shipmentKinds = attentionKinds.filter(
  (kind): kind is ShipmentKind => !otherKinds.some((other) => other === kind),
);

/** Items are counted up to here: a bound for what a count reads. */
export const attentionCountedMax = 50_000;

/** What the sentence of an item is made of: times and words, because a sentence ages. */
export interface AttentionFacts {
  /** The stop that was promised, and whether by a window or only by an estimate. */
  stop?: "pickup" | "delivery";
  promisedAt?: number;
  hasWindow?: boolean;
  expectedAt?: number | null;
  /** Why carriers made no offer. */
  refusals?: { carrier: string | null; message: string }[];
  /** The account's own fleet whose rate card has no price for it. */
  card?: string;
  offers?: number;
  endsAt?: number;
  carrier?: string;
  reason?: ReasonCode;
  /** A sentence that a carrier or driver sent. */
  detail?: string | null;
  pinTries?: number;
  /** A person may see to it later: harm is far away. */
  isQuiet?: boolean;
  /** How far the clock of a driver's tracker is off; negative for behind. */
  clockOffsetMs?: number;
  /** Stops whose house the geocoder did not find. */
  unclear?: readonly ("pickup" | "delivery")[];
  /** Whom to meet or to call, in short, and how many pieces to take over. */
  driver?: string;
  pieces?: number;
  /** What the driver has not seen. */
  unseen?: "job" | "change";
  /** How long the driver waits for nothing. */
  freeMinutes?: number;
  /** What people call the schedule, and its day that failed. */
  schedule?: string;
  date?: string;
  /** What people call the order form, and why it paused. */
  orderForm?: string;
  pausedFor?: "wrong_codes" | "burst";
  /** For the remedies: whether its carrier is a fleet, has the goods, and whether the PIN can still be tried. */
  isFleet?: boolean;
  hasGoods?: boolean;
  hasPin?: boolean;
}

/** Without the sentences that a carrier or driver sent. The item stays, as its rule still holds. */
export function redactFacts(known: AttentionFacts): AttentionFacts {
  const { refusals: _, schedule: __, orderForm: ___, detail, ...facts } = known;
  return detail == null ? facts : { ...facts, detail: redactedText };
}

/** A rule that holds. */
export interface Trouble {
  /** When it began. */
  since: number;
  /** When harm comes, or came. */
  dueAt: number;
  facts: AttentionFacts;
}

/** What a rule says of a shipment. */
export interface Finding {
  /** Null while the rule does not hold. */
  trouble: Trouble | null;
  /** When to look again though nothing changes; Infinity: never. */
  lookAt: number;
}
