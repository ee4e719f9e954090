import type { Db } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { costOf, shareOf } from "../../carriers/margin.ts";
import type { Money } from "../../model/model.ts";
import { isGivenBack } from "../state/assignment.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { refuseOtherMoney, refuseTooLate, refuseTooMany, refuseUnagreed } from "./bounds.ts";
import type { LaterKind } from "./charge.ts";
import type { ReportedChargeView } from "./schema.ts";
import { billerOf, chargedFor, chargeLater } from "./service.ts";
import { chargeStore } from "./store.ts";
import { toReportedCharge } from "./view.ts";

/** What a carrier charges beside its price, or gives back of it, once a job is booked. */

/** A carrier's report of money. The amount is positive, of a discount too. */
interface ReportedCharge {
  /** The carrier's own, once for each assignment. */
  id: string;
  kind: LaterKind;
  amount: Money;
  description: string;
}

/**
 * Charges what a carrier reports, once for each of its ids, also after an erasure. Of the installation's carriers the
 * account pays the same share as of the price.
 * @param pointer of the report
 * @throws AppError `report_id_reused`, `charge_too_late`, `validation_failed`, `assignment_ended`, `charge_unagreed`,
 * `limit_reached`, before it writes anything
 */
export function chargeReported(
  writing: Writing,
  shipment: ShipmentRow,
  assignment: AssignmentRow,
  { id, kind, amount: money, description }: ReportedCharge,
  pointer: string,
): "applied" | "duplicate" {
  const store = chargeStore(writing.tx);
  const reportHash = sha256Hex(`${assignment.id} ${id}`);
  const signed = kind === "discount" ? 0 - money.amount : money.amount;
  const known = store.findReported(assignment.id, reportHash);
  if (known) {
    const isSame = known.kind === kind && costOf(known) === signed && known.currency === money.currency;
    if (isSame) return "duplicate";
    throw new AppError("report_id_reused");
  }
  refuseTooLate(writing, assignment.endedAt);
  refuseOtherMoney(`${pointer}/amount`, money, assignment);
  const of = store.sumOfAssignment(shipment.id, assignment.id, assignment.currency);
  refuseTooMany(of.laterCount);
  // Shares are rounded as amounts, so that a discount gives back what a charge of the same amount takes.
  const share = shareOf(money.amount, assignment);
  let amount = share;
  if (kind === "discount") {
    if (money.amount > of.cost) {
      const detail = `must be at most ${of.cost}: the assignment costs no more`;
      throw invalidField(`${pointer}/amount/amount`, "maximum", detail);
    }
    const { total } = chargedFor(writing.tx, shipment.id, assignment.currency);
    amount = 0 - Math.min(money.amount === of.cost ? of.total : share, of.total, total);
  } else {
    if (isGivenBack(assignment.status)) {
      const detail = "The job was not done. A fee belongs in the answer to the cancellation.";
      throw new AppError("assignment_ended", { detail });
    }
    const isInstallation = billerOf(writing, assignment) === "installation";
    if (isInstallation) refuseUnagreed(writing, shipment, assignment, { amount, isByCarrier: true });
  }
  // What was erased once stays without words about people.
  const told = shipment.redactedAt === null ? { reason: description, id } : { reason: null, id: null };
  const report = { reportHash, reportId: told.id };
  chargeLater(writing, shipment, assignment, { kind, amount, cost: signed, reason: told.reason, report });
  return "applied";
}

/** What a carrier reads again of its reports of money, oldest first. */
export function reportedCharges(db: Db, assignmentId: string): ReportedChargeView[] {
  return chargeStore(db).reportedOf(assignmentId).map(toReportedCharge);
}
