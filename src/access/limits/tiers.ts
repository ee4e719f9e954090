import type { Db, Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, type FieldError, invalidField, refuseFields } from "../../infra/errors.ts";
import type { Actor } from "../../infra/http/principal.ts";
import type { AuditDetails } from "../audit/audit.ts";
import { appendAudit } from "../audit/service.ts";
import { type Price, type Tier, type TierRow, toTier } from "./limit.ts";
import type { CreateTier, PatchTier } from "./schema.ts";
import { limitStore } from "./store.ts";
import { toLimitsView } from "./view.ts";

/** What the operator does with tiers. Each change holds from the next request of the tier's accounts. */

const tiersMax = 100;

/**
 * The tier that a setting or command names, perhaps by a name of before: a tier that is renamed must not stop the next
 * start. Undefined if there is none.
 */
export function findTierName(db: Db, name: string): string | undefined {
  return limitStore(db).findTierByName(name)?.name ?? limitStore(db).findByFormerName(name);
}

/** The tier of new accounts. A start checks that it exists, and it cannot be removed. */
export function defaultTierName({ config, stores }: Deps): string {
  return findTierName(stores.accounts.db, config.defaultTier) ?? config.defaultTier;
}

/** The tier of the operator's own account. The last one without limits cannot be removed. @throws Error without one */
export function unlimitedTierName(db: Db): string {
  const [tier] = unlimitedTiers(db);
  if (tier === undefined) throw new Error("there is no tier without limits");
  return tier;
}

function unlimitedTiers(db: Db): string[] {
  const tiers = limitStore(db).listTiers().map(toTier);
  return tiers.filter(({ limits }) => limits === null).map(({ name }) => name);
}

/** For use inside a transaction. @throws AppError `validation_failed` for a name that is taken, `limit_reached` */
export function insertTier(deps: Deps, tx: Tx, actor: Actor, input: CreateTier): Tier {
  const { name, limits, price = null } = input;
  refuseTakenName(tx, name);
  if (limitStore(tx).listTiers().length >= tiersMax) {
    throw new AppError("limit_reached", { detail: `An installation has at most ${tiersMax} tiers.` });
  }
  const row = { name, ...limitColumns(limits), ...priceColumns(price) };
  limitStore(tx).insertTier(row);
  const details = { ...(limits && { limits }), ...(price && { price }) };
  appendAudit(deps, tx, actor, { action: "tier.created", target: { type: "tier", id: name, name }, details });
  return toTier(row);
}

/**
 * Changes limits, name and price of a tier. Omitted members stay. An account that used more than the new limits allow
 * must wait. Accounts follow a new name in the same commit.
 * @throws AppError `not_found`; `validation_failed` for a name that is taken, and for limits of a tier without any,
 * which cannot get any
 */
export function changeTier(deps: Deps, actor: Actor, name: string, change: PatchTier): Promise<Tier> {
  return deps.stores.accounts.write((tx) => {
    const before = limitStore(tx).findTierByName(name);
    if (!before) throw new AppError("not_found");
    const after = changed(before, change);
    if (after.name !== name) rename(tx, name, after.name);
    const details = auditDetails(toTier(before), toTier(after));
    if (Object.keys(details).length === 0) return toTier(before);
    limitStore(tx).updateTier(name, after);
    const target = { type: "tier", id: after.name, name: after.name } as const;
    appendAudit(deps, tx, actor, { action: "tier.changed", target, details });
    return toTier(after);
  });
}

/** @throws AppError `not_found`, `tier_in_use` */
export function removeTier(deps: Deps, actor: Actor, name: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    if (!limitStore(tx).findTierByName(name)) throw new AppError("not_found");
    const use = useOf(deps, tx, name);
    if (use !== undefined) throw new AppError("tier_in_use", { detail: use });
    limitStore(tx).removeTier(name);
    appendAudit(deps, tx, actor, { action: "tier.removed", target: { type: "tier", id: name, name } });
  });
}

/** Why a tier must stay; undefined if it need not. */
function useOf(deps: Deps, tx: Tx, name: string): string | undefined {
  const accounts = limitStore(tx).countAccounts(name);
  if (accounts > 0) {
    return `This tier has ${accounts === 1 ? "one account" : `${accounts} accounts`}. Move ${accounts === 1 ? "it" : "them"} to another tier first.`;
  }
  if (findTierName(tx, deps.config.defaultTier) === name) {
    return "New accounts get it. Set WAYBILL_DEFAULT_TIER to another tier first.";
  }
  const isLast = Bun.deepEquals(unlimitedTiers(tx), [name]);
  return isLast ? "It is the only tier without limits, which the operator's own account needs." : undefined;
}

/** A tier may take its own former name back. */
function rename(tx: Tx, from: string, to: string): void {
  const former = limitStore(tx).findByFormerName(to);
  if (former === from) limitStore(tx).removeFormerName(to);
  else refuseTakenName(tx, to);
  limitStore(tx).keepFormerName(from, from);
}

/** @throws AppError `validation_failed` */
function refuseTakenName(tx: Tx, name: string): void {
  const tier = findTierName(tx, name);
  if (tier === undefined) return;
  const detail =
    tier === name
      ? "is the name of another tier"
      : `is the former name of the tier ${tier}, which settings may use`;
  throw invalidField("#/name", "taken", detail);
}

/** @throws AppError `validation_failed` */
function changed(before: TierRow, { name = before.name, price, ...limits }: PatchTier): TierRow {
  const { limits: previous, price: previousPrice } = toTier(before);
  const columns = price === undefined ? priceColumns(previousPrice) : priceColumns(price);
  if (previous === null) {
    refuseFields(Object.keys(limits).map(unlimitedField));
    return { ...before, name, ...columns };
  }
  return { name, ...limitColumns({ ...toLimitsView(previous), ...limits }), ...columns };
}

function unlimitedField(field: string): FieldError {
  const detail = "cannot be set: this tier has no limits, and some accounts have to be without";
  return { pointer: `#/${field}`, code: "unlimited", detail };
}

/** What changed; empty if nothing did. */
function auditDetails(before: Tier, after: Tier): AuditDetails {
  const details: AuditDetails = {};
  if (before.name !== after.name) Object.assign(details, { tier: after.name, previous_tier: before.name });
  if (!Bun.deepEquals(before.limits, after.limits)) {
    const [previous, next] = [before.limits, after.limits].map((limits) => limits && toLimitsView(limits));
    Object.assign(details, { limits: next, previous_limits: previous });
  }
  if (!Bun.deepEquals(before.price, after.price)) {
    Object.assign(details, { price: after.price, previous_price: before.price });
  }
  return details;
}

function limitColumns(limits: CreateTier["limits"]): Omit<TierRow, "name" | "priceAmount" | "priceCurrency"> {
  return {
    requestsPerSecond: limits?.requests_per_second ?? null,
    burst: limits?.burst ?? null,
    requestsPerDay: limits?.requests_per_day ?? null,
    storageBytes: limits?.storage_bytes ?? null,
  };
}

function priceColumns(price: Price | null): Pick<TierRow, "priceAmount" | "priceCurrency"> {
  return { priceAmount: price?.amount ?? null, priceCurrency: price?.currency ?? null };
}
