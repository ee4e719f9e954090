import type { AuditAction } from "../../access/audit/audit.ts";
import { queueAudit } from "../../access/audit/outbox.ts";
import type { AccountEnvironment } from "../../access/model.ts";
import type { Db } from "../../infra/db/store.ts";
import type { Deps, Writing } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { type Load, loadAt } from "./load.ts";
import type { Margin } from "./margin.ts";
import { type CarrierRow, carrierStore } from "./store.ts";

/** Who owns a carrier. Inside a transaction these read what it has written. */

/** Whether an account may use a carrier: its own, or one of the installation. */
export function isVisibleTo({ accountId, accounts }: CarrierRow, caller: string): boolean {
  return accountId === null ? (accounts?.includes(caller) ?? true) : accountId === caller;
}

/** Whether an account that could use the carrier no longer can. */
export function takesAway(before: CarrierRow, { status, accounts }: CarrierRow): boolean {
  if (status === "paused") return before.status === "active";
  if (accounts === null) return false;
  return before.accounts?.some((id) => !accounts.includes(id)) ?? true;
}

/**
 * Whether a carrier takes new jobs of an account. A transaction asks the row, because the connected carriers change only
 * after a commit. Built-in carriers have no row.
 */
export function takesJobsOf(db: Db, carrierId: string, accountId: string): boolean {
  const row = carrierStore(db).find(carrierId);
  if (!row) return true;
  return row.deletedAt === null && row.status === "active" && isVisibleTo(row, accountId);
}

/** The account that a carrier belongs to; null for carriers of the installation and built-in ones. */
export function ownerOf(db: Db, carrierId: string): string | null {
  return carrierStore(db).find(carrierId)?.accountId ?? null;
}

/** What the operator adds to the carrier's prices now. Accounts' own carriers and built-in ones have no margin. */
export function marginOf(db: Db, carrierId: string): Margin | null {
  return carrierStore(db).findMargin(carrierId);
}

/** How busy a fleet is at a time; null as usual. */
export function loadOf(db: Db, carrierId: string, now: number): Load | null {
  return loadAt(carrierStore(db).findLoad(carrierId), now);
}

/** Sets how busy a fleet is. The carrier's version stays: nobody edits its settings. */
export function saveLoad({ tx }: Writing, fleet: CarrierRow, load: Load | null): void {
  carrierStore(tx).update({ ...fleet, load });
}

/** Whoever manages carriers of an environment: a caller, the operator in it, or a command. */
export type Manager = Actor & { readonly environment: Environment };

/** Whose carriers a request manages: those of the caller's account, or the installation's. */
export type Side = "account" | "installation";

/** A carrier that this side set up. @throws AppError `not_found` */
export function requireManaged(deps: Deps, caller: Manager, side: Side, id: string): CarrierRow {
  return side === "account"
    ? requireOwnCarrier(deps, caller, id)
    : requireInstallationCarrier(deps, caller.environment, id);
}

/** A carrier of anybody, also a deleted one; built-in carriers have no row. */
export function findCarrierRow(db: Db, carrierId: string): CarrierRow | undefined {
  return carrierStore(db).find(carrierId);
}

/** An account's own carrier by its code; undefined if no present one has it. */
export function findByCode(db: Db, accountId: string, code: string): CarrierRow | undefined {
  return carrierStore(db).findByCode(accountId, code);
}

/** A carrier that the account itself set up. @throws AppError `not_found` */
export function requireOwnCarrier(deps: Deps, caller: AccountEnvironment, id: string): CarrierRow {
  const row = requireCarrier(deps, caller.environment, id);
  if (row.accountId === caller.accountId) return row;
  if (!isVisibleTo(row, caller.accountId)) throw new AppError("not_found");
  throw new AppError("not_found", {
    detail: "This carrier is the installation's: the operator manages it under Operator → Carriers.",
  });
}

/** A carrier that the operator set up. @throws AppError `not_found` */
function requireInstallationCarrier(deps: Deps, environment: Environment, id: string): CarrierRow {
  const row = requireCarrier(deps, environment, id);
  if (row.accountId !== null) throw accountsCarrier();
  return row;
}

/** What the operator hears of a carrier that is no one of theirs. */
export function accountsCarrier(): AppError {
  return new AppError("not_found", {
    detail: "This carrier is an account's: the account's people manage it under Carriers.",
  });
}

/** A carrier of anybody, unless it was deleted. */
export function findRow(deps: Deps, environment: Environment, id: string): CarrierRow | undefined {
  const row = carrierStore(deps.stores.platform(environment).db).find(id);
  return row?.deletedAt === null ? row : undefined;
}

/** A carrier of anybody, unless it was deleted. @throws AppError `not_found` */
export function requireCarrier(deps: Deps, environment: Environment, id: string): CarrierRow {
  const row = findRow(deps, environment, id);
  if (!row) throw new AppError("not_found");
  return row;
}

/** An entry of the audit log about a carrier. `changed` names the members. */
export function recordChange(
  writing: Writing,
  caller: Manager,
  action: AuditAction,
  { id, name }: CarrierRow,
  changed?: string[],
): void {
  const target = { type: "carrier", id, name } as const;
  queueAudit(writing, caller, { action, target, ...(changed && { details: { changed } }) });
}
