import type { AttentionKind } from "./attention.ts";
import type { AttentionRow } from "./table.ts";

/** Which items need a person for the same reason, so that one remedy may put all of them right. */

/** A row before it is stored with its cause. */
export type Uncaused = Omit<AttentionRow, "cause">;

const byCarrier = ({ carrierId }: Uncaused) => carrierId;
const byDriver = ({ driverId, carrierId }: Uncaused) => driverId ?? carrierId;

/** What the items of a cause have in common. Items of all other kinds are looked at one by one. */
const common: Partial<Record<AttentionKind, (row: Uncaused) => string | null>> = {
  no_offer: ({ facts }) => (facts.refusals ? JSON.stringify(facts.refusals) : "expired"),
  offers_ending: () => "offers",
  no_driver: byCarrier,
  label_missing: byCarrier,
  cancellation_unanswered: byCarrier,
  tracking_ended: byCarrier,
  late: byDriver,
  estimate_slipping: byDriver,
  driver_silent: byDriver,
  driver_standing: byDriver,
  clock_wrong: byDriver,
  goods_with_absent_driver: byDriver,
};

/** Equal for items with the same cause. It says nothing else: not every reader may know the driver. */
export function causeOf(row: Uncaused): string {
  const of = common[row.kind]?.(row) ?? row.id;
  return Bun.hash(`${row.kind} ${of}`).toString(36);
}
