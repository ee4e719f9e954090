import { queueAudit } from "../../../access/audit/outbox.ts";
import { invalidField } from "../../../infra/errors.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import {
  refuseOtherMoney,
  refuseTooLate,
  refuseTooMany,
  refuseUnagreed,
} from "../../lifecycle/charges/bounds.ts";
import type { ChargeView } from "../../lifecycle/charges/schema.ts";
import { chargedFor, chargeLater, countLater } from "../../lifecycle/charges/service.ts";
import { changeManaged, type Managed, requireFleetJob } from "./managed.ts";
import type { AddCharge } from "./schema.ts";
import type { FleetJob } from "./view.ts";

/** What a delivery cost beside its price: waiting, another attempt, or a discount. */

/**
 * Charges once for each key. The audit log says who did it.
 * @throws AppError `not_found`, `precondition_failed`, `not_own_fleet`, `charge_too_late`, `validation_failed`,
 * `limit_reached`, `charge_unagreed`
 */
export function addCharge(deps: DeliveryDeps, managed: Managed, input: AddCharge): Promise<ChargeView> {
  const { caller, side, id } = managed;
  return changeManaged(deps, managed, (writing, shipment) => {
    const job = requireFleetJob(writing.tx, shipment, side);
    const amount = signedAmount(writing, job, input);
    if (side === "installation") refuseUnagreed(writing, shipment, job.assignment, { amount });
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

/** @returns minor units, negative for a discount @throws AppError `charge_too_late`, `validation_failed`, `limit_reached` */
function signedAmount(
  writing: DeliveryWriting,
  { shipment, assignment }: FleetJob,
  { kind, amount: money }: AddCharge,
): number {
  refuseTooLate(writing, shipment.endedAt);
  refuseOtherMoney("#/amount", money, assignment);
  refuseTooMany(countLater(writing.tx, assignment));
  const { amount, currency } = money;
  if (kind !== "discount") return amount;
  const { total } = chargedFor(writing.tx, shipment.id, currency);
  if (amount > total) {
    throw invalidField("#/amount/amount", "maximum", `must be at most ${total}: the shipment costs no more`);
  }
  return 0 - amount;
}
