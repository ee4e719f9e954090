import { refuseOverStorage } from "../../../access/limits/storage.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { rawJson } from "../../../infra/http/raw-json.ts";
import { atOnce, inSlices } from "../../../infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { readCard } from "../../carriers/kinds/fleet/card-text.ts";
import { findCard, findCardVersion, requireFleet, storeCardText } from "../../carriers/kinds/fleet/cards.ts";
import { soundCard } from "../../carriers/kinds/fleet/judging.ts";
import { type CardWarning, cardRules, warningsOf } from "../../carriers/kinds/fleet/limits-of-cards.ts";
import type { RateCard } from "../../carriers/kinds/fleet/schema.ts";
import type { RateCardRow } from "../../carriers/kinds/fleet/store.ts";
import { recordChange, type Side } from "../../carriers/service.ts";

/** @throws AppError `not_found`, also for a fleet without a card */
export async function getRateCard(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
): Promise<RateCard> {
  const { id: carrierId } = requireFleet(deps, caller, side, id);
  const row = findCard(deps.stores.platform(caller.environment).db, carrierId);
  if (!row) throw noCard();
  return asAnswer(row, row.rules === cardRules ? [] : await inSlices(warningsAbout(row)));
}

function* warningsAbout({ card }: RateCardRow) {
  return yield* warningsOf(yield* readCard(card));
}

/** The stored text is the answer, but for what is beside the card. */
function asAnswer(
  { version, card }: Pick<RateCardRow, "version" | "card">,
  warnings: CardWarning[],
): RateCard {
  const beside = { version, ...(warnings.length > 0 && { warnings }) };
  return rawJson<RateCard>(`${JSON.stringify(beside).slice(0, -1)},${card.slice(1)}`, beside);
}

/** The card of the account's own carrier; undefined without one. */
export function findRateCard(deps: Deps, { environment }: Caller, carrierId: string): RateCard | undefined {
  const row = findCard(deps.stores.platform(environment).db, carrierId);
  return row && { version: row.version, ...atOnce(readCard(row.card)) };
}

export function noCard(): AppError {
  return new AppError("not_found", { detail: "This fleet has no rate card yet. Send one with PUT." });
}

/**
 * Replaces the card as a whole. `body` is whatever was sent; `accepts` compares the current version, 0 for none, with If-Match.
 * @throws AppError `body_unparsable`, `validation_failed`, `not_found`, `precondition_failed`, `storage_quota_exceeded`, `busy`
 */
export async function putRateCard(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
  body: Uint8Array,
  accepts: (version: number) => boolean,
): Promise<RateCard> {
  const { expected, text, services } = await soundCard(deps, caller.accountId, body);
  return write(deps, caller.environment, (writing) => {
    const carrier = requireFleet(deps, caller, side, id);
    const current = findCardVersion(writing.tx, id);
    if (!accepts(current) || (expected !== undefined && expected !== current)) {
      throw new AppError("precondition_failed");
    }
    if (carrier.accountId !== null) refuseOverStorage(writing, carrier.accountId);
    const version = storeCardText(writing, carrier, text, services);
    if (version !== current) recordChange(writing, caller, "carrier.changed", carrier, ["rate_card"]);
    return asAnswer({ version, card: text }, []);
  });
}
