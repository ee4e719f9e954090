import { AppError } from "@/infra/errors.ts";
import type { Caller } from "@/infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../../carriers/deps.ts";
import type { Side } from "../../../carriers/service.ts";
import { turnOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { applySound, type Reporter } from "../../../lifecycle/reports/applying.ts";
import { recordMoves } from "../../../lifecycle/reports/by-hand.ts";
import type { ReportResultsView, WireReport } from "../../../lifecycle/reports/schema.ts";
import { receive } from "../../../lifecycle/reports/service.ts";
import type { Sending, SoundReport } from "../../../lifecycle/reports/validating.ts";
import { findShipment } from "../../../lifecycle/state/reading.ts";
import { shortName } from "../../drivers/driver.ts";
import { requireDriver } from "../../drivers/reading.ts";
import { resultSchemas } from "./schema.ts";

/** A dispatcher enters what a driver without a phone wrote on the run sheet. */

const sending: Sending = { schemas: resultSchemas, pointer: "#", offsetMs: 0 };

/**
 * Applies the results in one transaction, in the order of their times, and answers in the order sent. A refused one
 * changes nothing and refuses no other. Results repeat safely by their own ids. What the shipment requires and nobody has
 * refuses no delivery: the proof says that it is missing, and whose word it is. The audit log says who entered it.
 * @throws AppError `not_found`, `driver_has_phone`
 */
export async function enterResults(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  driverId: string,
  values: readonly unknown[],
): Promise<ReportResultsView> {
  const driver = requireDriver(deps, caller, side, driverId);
  if (!driver.withoutPhone) throw new AppError("driver_has_phone");
  return receive<WireReport>(deps, caller, sending, values, (writing, sound) => {
    const reporter: Reporter = {
      by: "carrier",
      enteredBy: side === "account" ? "client" : "operator",
      carrierId: driver.carrierId,
      driverName: shortName(driver.name),
      partIn: ({ id, shipmentId }, at) => requireOwnJob(writing, driverId, { id, shipmentId }, at),
    };
    const verdicts = applySound(writing, reporter, sound);
    const applied = [...verdicts].filter(([, verdict]) => verdict === "applied");
    recordMoves(
      writing,
      caller,
      applied.map(([{ report }]) => report),
    );
    return verdicts;
  });
}

/**
 * The job must be the driver's now: what somebody else has, somebody else reports.
 * @throws AppError `assignment_not_found`, `assignment_ended`, `validation_failed` for a time before the pickup
 */
function requireOwnJob(
  { tx }: DeliveryWriting,
  driverId: string,
  { id, shipmentId }: { id: string; shipmentId: string },
  { at, pointer }: Pick<SoundReport, "at" | "pointer">,
): "present" {
  const turn = turnOf(tx, id, driverId);
  if (!turn) throw new AppError("assignment_not_found");
  if (turn.until !== null) {
    throw new AppError("assignment_ended", { detail: "The driver no longer has the job." });
  }
  const { pickedUpAt } = findShipment(tx, shipmentId) ?? {};
  if (pickedUpAt == null || at >= pickedUpAt) return "present";
  throw new AppError("validation_failed", {
    errors: [{ pointer: `${pointer}/at`, code: "minimum", detail: "must not be before the pickup" }],
  });
}
