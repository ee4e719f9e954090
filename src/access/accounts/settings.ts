import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { type AccountRow, accountStore } from "./store.ts";

/** What an account changes of itself, with the names that the API has for it. */
const fields = {
  name: "name",
  retentionDays: "retention_days",
  linkDays: "link_days",
  recipientMail: "recipient_mail",
  laterChargesPercent: "later_charges_percent",
  acceptByDefault: "accept_by_default",
  language: "language",
  units: "units",
  purpose: "purpose",
} as const satisfies Partial<Record<keyof AccountRow, string>>;
export type AccountSettings = Pick<AccountRow, keyof typeof fields>;

/**
 * Changes the settings that are given, inside the caller's transaction.
 * @returns names of those that changed
 * @throws AppError `validation_failed` for more days than the installation allows
 */
export function changeSettings(
  { config }: Deps,
  tx: Tx,
  accountId: string,
  change: Partial<AccountSettings>,
): string[] {
  const max = config.personalDataDays;
  if (max !== null && (change.retentionDays ?? 0) > max) {
    throw invalidField("#/retention_days", "maximum", `must be at most ${max}, as the operator set`);
  }
  const before = accountStore(tx).findAccount(accountId);
  if (!before) throw new AppError("not_found");
  const after = { ...before, ...change };
  const changed = (Object.keys(fields) as (keyof AccountSettings)[]).filter(
    (field) => !Bun.deepEquals(before[field], after[field]),
  );
  if (changed.length > 0) accountStore(tx).updateAccount(after);
  return changed.map((field) => fields[field]);
}
