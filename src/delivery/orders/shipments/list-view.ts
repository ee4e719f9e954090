import { fromTimestamp, toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { undated } from "../../lifecycle/state/due.ts";
import { expectedAgainst, latenessMs, promiseOf } from "../../lifecycle/state/promise.ts";
import type { ShipmentRecord } from "../../lifecycle/state/rows.ts";
import { toShipmentView } from "../../lifecycle/state/view.ts";
import type { EtaRow } from "../../lifecycle/tracking/store.ts";
import { toEtaView, toSetbackView } from "../../lifecycle/tracking/view.ts";
import { roughPlace } from "../../model/address-view.ts";
import type { ListedShipmentView } from "./schema.ts";

/** What a list shows besides a shipment and its assignment. */
interface Shown {
  tracking: EtaRow | undefined;
  environment: Environment;
  trackingUrl: string | null;
  now: number;
}

export function toListedView(
  { shipment, assignment }: ShipmentRecord,
  { tracking, environment, trackingUrl, now }: Shown,
): ListedShipmentView {
  const eta = toEtaView(shipment.status, tracking, assignment ?? undefined);
  const promised = promiseOf(shipment, assignment, "delivery");
  const expectedAt =
    eta &&
    expectedAgainst(
      promised,
      shipment,
      fromTimestamp(eta.delivery ?? undefined) ?? null,
      eta.delivery_date ?? null,
      roughPlace,
    );
  const lateMs = latenessMs(shipment, promised, expectedAt, now);
  return {
    ...toShipmentView(shipment, assignment, environment, trackingUrl),
    eta,
    setback: toSetbackView(shipment.status, tracking),
    promised_delivery_at: promised === undefined ? null : toTimestamp(promised.promisedAt),
    due_at: shipment.dueAt === undated ? null : toTimestampOrNull(shipment.dueAt),
    late_seconds: lateMs === null ? null : Math.floor(lateMs / 1_000),
  };
}
