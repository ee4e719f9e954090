import { laterChargesPercentOf } from "../../../access/accounts/reading.ts";
import { queueAudit } from "../../../access/audit/outbox.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { dayMs } from "../../../infra/units.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import { laterMax } from "../../lifecycle/charges/charge.ts";
import type { ChargeView } from "../../lifecycle/charges/schema.ts";
import { chargedFor, chargeLater } from "../../lifecycle/charges/service.ts";
import { changeManaged, type Managed, requireFleetJob } from "./managed.ts";
import type { AddCharge } from "./schema.ts";
import type { FleetJob } from "./view.ts";

/** What a delivery cost beside its price: waiting, another attempt, or a discount. */

/** Days after the end in which a charge can be added. */
const chargeDays = 60;

/**
 * Charges once for each key. The audit log says who did it.
 * @throws AppError `not_found`, `precondition_failed`, `not_own_fleet`, `charge_too_late`, `validation_failed`,
 * `charge_unagreed`
 */
export function addCharge(deps: DeliveryDeps, managed: Managed, input: AddCharge): Promise<ChargeView> {
  const { caller, side, id } = managed;
  return changeManaged(deps, managed, (writing, shipment) => {
    const job = requireFleetJob(writing.tx, shipment, side);
    const amount = signedAmount(writing, job, input);
    if (side === "installation") refuseUnagreed(writing, job, amount);
    const { kind, reason } = input;
    queueAudit(writing, caller, {
      action: "shipment.charged",
      target: { type: "shipment", id, name: shipment.trackingNumber },
      details: { carrier_id: job.assignment.carrier.id, reported: [kind] },
    });
    // What was erased once stays without words about people.
    const told = shipment.redactedAt === null ? reason : null;
    return chargeLater(writing, shipment, job.assignment, { kind, amount, reason: told });
  });
}

/** @returns minor units, negative for a discount @throws AppError `charge_too_late`, `validation_failed` */
function signedAmount(
  { tx, now }: DeliveryWriting,
  { shipment, assignment }: FleetJob,
  { kind, amount: { amount, currency } }: AddCharge,
): number {
  const { endedAt } = shipment;
  if (endedAt !== null && now - endedAt > chargeDays * dayMs) {
    throw new AppError("charge_too_late", {
      detail: `It ended more than ${chargeDays} days ago.`,
      members: { ended_at: toTimestamp(endedAt) },
    });
  }
  if (currency !== assignment.currency) {
    const detail = `must be ${assignment.currency}, the currency of the price`;
    throw invalidField("#/amount/currency", "currency", detail);
  }
  if (amount === 0) throw invalidField("#/amount/amount", "minimum", "must be at least 1");
  if (kind !== "discount") return amount;
  const { total } = chargedFor(tx, shipment.id, currency);
  if (amount > total) {
    throw invalidField("#/amount/amount", "maximum", `must be at most ${total}: the shipment costs no more`);
  }
  return 0 - amount;
}

/** The account agreed to a price, and to so much beside it. */
function refuseUnagreed(
  { deps, tx }: DeliveryWriting,
  { shipment, assignment }: FleetJob,
  amount: number,
): void {
  const percent = laterChargesPercentOf(deps, shipment.accountId);
  const max = laterMax(assignment.amount, percent);
  const { later } = chargedFor(tx, shipment.id, assignment.currency);
  if (amount <= 0 || later + amount <= max) return;
  throw new AppError("charge_unagreed", {
    detail: `The account agreed to ${percent} percent of the price for later charges. ${Math.max(0, max - later)} of it are left, in minor units.`,
    members: { later_charges_percent: percent },
  });
}
