import type { AttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { Tone } from "../../theme.ts";

/** What the page says. */

type Kind = AttentionItemView["kind"];

const kinds: Record<string, { title: string; tone: Tone }> = {
  late: { title: "Late", tone: "bad" },
  estimate_slipping: { title: "Will be late", tone: "warn" },
  no_offer: { title: "No offer", tone: "bad" },
  offers_ending: { title: "Offers end", tone: "warn" },
  no_driver: { title: "No driver", tone: "bad" },
  driver_silent: { title: "Driver silent", tone: "warn" },
  driver_standing: { title: "Driver not moving", tone: "warn" },
  at_door: { title: "At the door", tone: "warn" },
  held: { title: "Held", tone: "warn" },
  failed: { title: "Failed", tone: "bad" },
  returning: { title: "Returning", tone: "warn" },
  pin_refused: { title: "PIN refused", tone: "bad" },
  report_refused: { title: "Report refused", tone: "warn" },
  contradicting_report: { title: "Contradicting report", tone: "bad" },
  cancellation_unanswered: { title: "Cancellation unanswered", tone: "warn" },
  label_missing: { title: "Label missing", tone: "warn" },
  booking_kept: { title: "Booking kept", tone: "warn" },
  refund_refused: { title: "Refund refused", tone: "warn" },
  tracking_ended: { title: "Tracking ended", tone: "warn" },
  clock_wrong: { title: "Wrong clock", tone: "warn" },
  address_unclear: { title: "Address unclear", tone: "warn" },
  job_not_seen: { title: "Not seen", tone: "warn" },
  goods_with_absent_driver: { title: "Driver is out", tone: "bad" },
  order_waiting: { title: "Order waits for you", tone: "warn" },
  order_form_paused: { title: "Order form paused", tone: "bad" },
  schedule_failed: { title: "Standing order failed", tone: "bad" },
} satisfies Record<Kind, { title: string; tone: Tone }>;

/** What an item is called, and how loudly: what can wait is quiet. */
export function kindOf(kind: Kind, isUrgent = true): { title: string; tone: Tone } {
  const known = kinds[kind] ?? { title: kind, tone: "warn" };
  return isUrgent ? known : { ...known, tone: "quiet" };
}
