import type { ProofOfDelivery } from "../carriers/carrier-update.ts";
import { fleetCode } from "../carriers/kind.ts";
import { findCarrierRow } from "../carriers/service.ts";
import { lineOf } from "../model/address-line.ts";
import { jobOf } from "./driver-jobs/reading.ts";
import { lineHash } from "./places/address-text.ts";
import { isPlausible, keepHandover } from "./places/learning.ts";
import { driverFixNear } from "./tracking/reading.ts";
import type { ReportContext } from "./tracking/report.ts";

/** A rider of the account's own fleet hands over: Waybill learns where the address is. Contract-day §1. */

const accuracyMaxMeters = 50;
/** How far in time the rider's position may be from the tap. */
const withinMs = 60_000;

/** Keeps where a rider handed the goods over. What a dispatcher enters is nobody's place. */
export function learnFromHandover(context: ReportContext, handedTo: ProofOfDelivery["handedTo"]): void {
  const { writing, report, shipment, assignment } = context;
  const { deps, tx } = writing;
  if (report.by !== "driver" || shipment.redactedAt !== null) return;
  const carrier = findCarrierRow(tx, assignment.carrier.id);
  if (carrier?.kind !== fleetCode || carrier.accountId !== shipment.accountId) return;
  const { driverId = null, acceptedAt } = jobOf(tx, assignment.id) ?? {};
  if (driverId === null) return;
  const wanted = { withinMs, accuracyMaxMeters, since: acceptedAt ?? 0 };
  const fix = driverFixNear(tx, shipment.id, report.at, wanted);
  if (!fix) return;
  const { address } = shipment.delivery;
  const handover = {
    shipmentId: shipment.id,
    accountId: shipment.accountId,
    addressHash: lineHash(deps, lineOf(address)),
    driverId,
    ...fix,
    handedOverAt: report.at,
  };
  const isToRecipient = handedTo === null || handedTo === "recipient";
  keepHandover(writing, handover, isToRecipient && isPlausible(writing, address, fix));
}
