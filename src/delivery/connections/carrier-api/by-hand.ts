import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { ImageView } from "../../carriers/images/schema.ts";
import { uploadImage } from "../../carriers/images/service.ts";
import { requireFleet } from "../../carriers/kinds/fleet/cards.ts";
import type { Side } from "../../carriers/service.ts";
import { recordMoves } from "../../lifecycle/reports/by-hand.ts";
import type { ReportResultsView } from "../../lifecycle/reports/schema.ts";
import { receiveReports } from "../../lifecycle/reports/service.ts";

/** The owner of a fleet moves its jobs by hand, with the reports and images that a carrier's server would send. */

/** The audit log says who moved a shipment. @throws AppError `not_found`, also for a carrier of another kind */
export async function reportByHand(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  carrierId: string,
  values: readonly unknown[],
): Promise<ReportResultsView> {
  requireFleet(deps, caller, side, carrierId);
  return receiveReports(deps, caller, carrierId, values, (writing, reports) =>
    recordMoves(writing, caller, reports),
  );
}

/** @throws AppError `not_found`, `validation_failed` for what is no picture, `limit_reached` */
export async function uploadByHand(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  carrierId: string,
  bytes: Uint8Array,
): Promise<ImageView> {
  const { accountId } = requireFleet(deps, caller, side, carrierId);
  return uploadImage(deps, caller, { carrierId, accountId }, bytes);
}
