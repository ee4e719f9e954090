import { laterChargesPercentOf } from "../../../access/accounts/reading.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import type { Writing } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { dayMs } from "../../../infra/units.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { chargeDays, laterChargesMax, laterMax } from "./charge.ts";
import { chargedFor } from "./service.ts";

/** How long, in which currency and how much can be charged beside a price, whoever charges it. */

/** @param endedAt null: it goes on @throws AppError `charge_too_late` */
export function refuseTooLate({ now }: Pick<Writing, "now">, endedAt: number | null): void {
  if (endedAt === null || now - endedAt <= chargeDays * dayMs) return;
  throw new AppError("charge_too_late", {
    detail: `It ended more than ${chargeDays} days ago.`,
    members: { ended_at: toTimestamp(endedAt) },
  });
}

/** @param count how many an assignment has beside its price @throws AppError `limit_reached` */
export function refuseTooMany(count: number): void {
  if (count < laterChargesMax) return;
  const detail = `The job has ${laterChargesMax} charges beside its price, and takes no more.`;
  throw new AppError("limit_reached", { detail });
}

/** @param pointer of the money @throws AppError `validation_failed` */
export function refuseOtherMoney(
  pointer: string,
  { amount, currency }: { amount: number; currency: string },
  assignment: Pick<AssignmentRow, "currency">,
): void {
  if (currency !== assignment.currency) {
    const detail = `must be ${assignment.currency}, the currency of the price`;
    throw invalidField(`${pointer}/currency`, "currency", detail);
  }
  refuseZero(pointer, amount);
}

/** An empty field of a form must not make anything free. @throws AppError `validation_failed` */
export function refuseZero(pointer: string, amount: number): void {
  if (amount === 0) throw invalidField(`${pointer}/amount`, "minimum", "must be at least 1");
}

/** What is charged beside a price. */
interface Asked {
  /** Minor units, signed. */
  amount: number;
  /** Carriers are not told what is left: it would show what the account pays. */
  isByCarrier?: boolean;
}

/**
 * An account agreed to a price of the installation's carriers, and to so much beside it.
 * @throws AppError `charge_unagreed`
 */
export function refuseUnagreed(
  { deps, tx }: Writing,
  shipment: Pick<ShipmentRow, "id" | "accountId">,
  assignment: Pick<AssignmentRow, "amount" | "currency">,
  { amount, isByCarrier = false }: Asked,
): void {
  const percent = laterChargesPercentOf(deps, shipment.accountId);
  const max = laterMax(assignment.amount, percent);
  const { later } = chargedFor(tx, shipment.id, assignment.currency);
  if (amount <= 0 || later + amount <= max) return;
  const agreed = `The account agreed to ${percent} percent of the price for later charges.`;
  const left = `${Math.max(0, max - later)} of it are left, in minor units.`;
  throw new AppError("charge_unagreed", {
    detail: isByCarrier ? agreed : `${agreed} ${left}`,
    members: { later_charges_percent: percent },
  });
}
