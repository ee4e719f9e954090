import { refuseOverStorage } from "../../access/limits/storage.ts";
import { type Deps, write } from "../../infra/deps.ts";
import { AppError, refuseFields } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { fleetKind } from "../carriers/fleet/adapter.ts";
import { findCard, storeCard } from "../carriers/fleet/cards.ts";
import { cardErrors } from "../carriers/fleet/faults.ts";
import type { RateCard } from "../carriers/fleet/schema.ts";
import { requireManaged, type Side } from "../carriers/service.ts";
import { recordChange } from "../carriers/setup/service.ts";
import type { CarrierRow } from "../carriers/store.ts";
import type { DeliveryDeps } from "../deps.ts";

/** A fleet that this side set up. @throws AppError `not_found`, also for a carrier of another kind */
export function requireFleet(deps: DeliveryDeps, caller: Caller, side: Side, id: string): CarrierRow {
  const row = requireManaged(deps, caller, side, id);
  if (row.kind === fleetKind.code) return row;
  throw new AppError("not_found", { detail: "Only a carrier of the kind fleet has a rate card." });
}

/** @throws AppError `not_found`, also for a fleet without a card */
export function getRateCard(deps: DeliveryDeps, caller: Caller, side: Side, id: string): RateCard {
  const { id: carrierId } = requireFleet(deps, caller, side, id);
  const row = findCard(deps.stores.platform(caller.environment).db, carrierId);
  if (!row) throw noCard();
  return { version: row.version, ...row.card };
}

/** The card of the account's own carrier; undefined without one. */
export function findRateCard(deps: Deps, { environment }: Caller, carrierId: string): RateCard | undefined {
  const row = findCard(deps.stores.platform(environment).db, carrierId);
  return row && { version: row.version, ...row.card };
}

export function noCard(): AppError {
  return new AppError("not_found", { detail: "This fleet has no rate card yet. Send one with PUT." });
}

/**
 * Replaces the card as a whole. `input` is whatever was sent; `accepts` compares the current version, 0 for none, with If-Match.
 * @throws AppError `validation_failed`, `not_found`, `precondition_failed`, `storage_quota_exceeded`
 */
export async function putRateCard(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
  input: unknown,
  accepts: (version: number) => boolean,
): Promise<RateCard> {
  refuseFields(cardErrors(input));
  const { version: expected, ...card } = input as RateCard;
  return write(deps, caller.environment, (writing) => {
    const carrier = requireFleet(deps, caller, side, id);
    const current = findCard(writing.tx, id)?.version ?? 0;
    if (!accepts(current) || (expected !== undefined && expected !== current)) {
      throw new AppError("precondition_failed");
    }
    if (carrier.accountId !== null) refuseOverStorage(writing, carrier.accountId);
    const version = storeCard(writing, carrier, card);
    if (version !== current) recordChange(writing, caller, "carrier.changed", carrier, ["rate_card"]);
    return { version, ...card };
  });
}
