import type { Db } from "@/infra/db/store.ts";
import { type Deps, inMemory, type Writing } from "@/infra/deps.ts";
import { type Environment, environments } from "@/infra/environment.ts";
import { AppError } from "@/infra/errors.ts";
import { inSlices } from "@/infra/waiting/turns.ts";
import { fleetCode } from "../../kind.ts";
import { type Manager, requireManaged, type Side } from "../../service.ts";
import type { CarrierRow } from "../../store.ts";
import { readCard, type ServiceNames } from "./card-text.ts";
import { cardRules } from "./limits-of-cards.ts";
import { type PreparedCard, prepareCard } from "./rate-card.ts";
import { type RateCardRow, rateCardStore } from "./store.ts";

/** The rate cards of fleets. Rows decide; memory keeps prepared cards until a commit changes one. */

/** Entries of cards in memory. Beyond this number the memory starts again. An entry takes some 100 bytes. */
const preparedEntriesMax = 400_000;
/** Older versions are deleted: a quote keeps what its price rests on. */
const versionsMax = 20;

interface Prepared {
  card: Promise<PreparedCard>;
  /** Zero until the card is prepared. */
  entries: number;
}

const preparedCards = inMemory(
  () =>
    Object.fromEntries(environments.map((name) => [name, new Map()])) as Record<
      Environment,
      Map<string, Prepared>
    >,
);

/** A fleet that this side set up. @throws AppError `not_found`, also for a carrier of another kind */
export function requireFleet(deps: Deps, caller: Manager, side: Side, id: string): CarrierRow {
  const row = requireManaged(deps, caller, side, id);
  if (row.kind === fleetCode) return row;
  throw new AppError("not_found", { detail: "Only a carrier of the kind fleet has a rate card and a load." });
}

/** The current card of a fleet, ready for rating; undefined for one without a card. A large one is prepared in slices. */
export async function findPreparedCard(
  deps: Deps,
  environment: Environment,
  carrierId: string,
): Promise<PreparedCard | undefined> {
  const prepared = preparedCards(deps)[environment];
  const known = prepared.get(carrierId);
  if (known) return known.card;
  const row = rateCardStore(deps.stores.platform(environment).db).newest(carrierId);
  if (!row) return undefined;
  const one: Prepared = { card: inSlices(preparing(row)), entries: 0 };
  prepared.set(carrierId, one);
  const card = await one.card;
  one.entries = card.entries;
  const isCurrent = prepared.get(carrierId) === one;
  if (isCurrent && prepared.values().reduce((sum, { entries }) => sum + entries, 0) > preparedEntriesMax) {
    prepared.clear();
    prepared.set(carrierId, one);
  }
  return card;
}

function* preparing({ card, version }: RateCardRow): Generator<void, PreparedCard> {
  return yield* prepareCard(yield* readCard(card), version);
}

/** The services of the current card, for all who need no more of it. */
export function findServices(db: Db, carrierId: string): readonly ServiceNames[] {
  return rateCardStore(db).newestBrief(carrierId)?.services ?? [];
}

/** The version of the current card; 0 for none. */
export function findCardVersion(db: Db, carrierId: string): number {
  return rateCardStore(db).newestBrief(carrierId)?.version ?? 0;
}

/** The time zone of a fleet's days; undefined without a card. */
export function findTimeZone(db: Db, carrierId: string): string | undefined {
  return rateCardStore(db).timeZone(carrierId);
}

/** The current card as text. */
export function findCard(db: Db, carrierId: string): RateCardRow | undefined {
  return rateCardStore(db).newest(carrierId);
}

/** Deletes all versions: a deleted fleet quotes no more. */
export function removeCards({ deps, tx, environment, afterCommit }: Writing, carrierId: string): void {
  rateCardStore(tx).removeBefore(carrierId, Number.MAX_SAFE_INTEGER);
  afterCommit(() => preparedCards(deps)[environment].delete(carrierId));
}

/** The fleet is the installation's from now on: its current card counts no more as what the account stores. */
export function handCardOver(writing: Writing, carrierId: string): void {
  const store = rateCardStore(writing.tx);
  const current = store.newest(carrierId);
  removeCards(writing, carrierId);
  if (current) store.insert({ ...current, accountId: null });
}

/** Stores a card, whose text is made, as the next version, unless it is what the current one says. @returns its version */
export function storeCardText(
  { deps, tx, environment, now, afterCommit }: Writing,
  carrier: CarrierRow,
  card: string,
  services: ServiceNames[],
): number {
  const store = rateCardStore(tx);
  const current = store.newest(carrier.id);
  // Whoever stores a card of earlier rules again has seen what it means now: that is a new version.
  if (current?.rules === cardRules && current.card === card) return current.version;
  const version = (current?.version ?? 0) + 1;
  const rules = cardRules;
  const { id: carrierId, accountId } = carrier;
  store.insert({ carrierId, version, accountId, card, services, rules, createdAt: now });
  store.removeBefore(carrier.id, version - versionsMax + 1);
  afterCommit(() => preparedCards(deps)[environment].delete(carrier.id));
  return version;
}
