import type { Db } from "../../../infra/db/store.ts";
import { type Deps, inMemory, type Writing } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import type { CarrierRow } from "../store.ts";
import { type PreparedCard, prepareCard } from "./rate-card.ts";
import type { RateCard } from "./schema.ts";
import { type RateCardRow, rateCardStore } from "./store.ts";

/** The rate cards of fleets. Rows decide; memory keeps prepared cards until a commit changes one. */

/** Beyond these cards, as text, the memory starts again. A prepared card takes about eight times as much. */
const preparedCharactersMax = 8_000_000;
/** Older versions are deleted: a quote keeps what its price rests on. */
const versionsMax = 20;

interface Prepared {
  readonly card: PreparedCard;
  readonly characters: number;
}

const preparedCards = inMemory(
  () =>
    Object.fromEntries(environments.map((name) => [name, new Map()])) as Record<
      Environment,
      Map<string, Prepared>
    >,
);

/** The current card of a fleet, ready for rating; undefined for one without a card. */
export function findPreparedCard(
  deps: Deps,
  environment: Environment,
  carrierId: string,
): PreparedCard | undefined {
  const prepared = preparedCards(deps)[environment];
  const known = prepared.get(carrierId)?.card;
  if (known) return known;
  const row = rateCardStore(deps.stores.platform(environment).db).newest(carrierId);
  if (!row) return undefined;
  const card = prepareCard(row.card, row.version);
  const characters = JSON.stringify(row.card).length;
  const kept = prepared.values().reduce((sum, one) => sum + one.characters, 0);
  if (kept + characters > preparedCharactersMax) prepared.clear();
  prepared.set(carrierId, { card, characters });
  return card;
}

/** The current card as it was sent. */
export function findCard(db: Db, carrierId: string): RateCardRow | undefined {
  return rateCardStore(db).newest(carrierId);
}

/** Deletes all versions: a deleted fleet quotes no more. */
export function removeCards({ deps, tx, environment, afterCommit }: Writing, carrierId: string): void {
  rateCardStore(tx).removeBefore(carrierId, Number.MAX_SAFE_INTEGER);
  afterCommit(() => preparedCards(deps)[environment].delete(carrierId));
}

/** Stores a card as the next version, unless it is what the current one says. @returns its version */
export function storeCard(writing: Writing, carrier: CarrierRow, card: RateCard): number {
  const { deps, tx, environment, now, afterCommit } = writing;
  const store = rateCardStore(tx);
  const current = store.newest(carrier.id);
  if (current && JSON.stringify(current.card) === JSON.stringify(card)) return current.version;
  const version = (current?.version ?? 0) + 1;
  store.insert({ carrierId: carrier.id, version, accountId: carrier.accountId, card, createdAt: now });
  store.removeBefore(carrier.id, version - versionsMax + 1);
  afterCommit(() => preparedCards(deps)[environment].delete(carrier.id));
  return version;
}
