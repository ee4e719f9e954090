import { type Deps, inMemory, type Writing } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { isGeocoding, isResting } from "../../../infra/geocoding/geocoder.ts";
import { settlesWithin } from "../../../infra/waiting/timeout.ts";
import { provenPlace } from "../../model/address.ts";
import type { Address } from "../../model/model.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { addressHash } from "./address-text.ts";
import { placeWaitMs } from "./asking.ts";
import { type GeocodingRow, geocodingsDue, placeStore } from "./store.ts";

/** Shipments whose places are still looked for: the rows, and who waits for them. */

/** Whoever waits for the places of a shipment; keyed by environment and id. */
const waiters = inMemory(() => new Map<string, { promise: Promise<void>; resolve: () => void }>());

const keyOf = (environment: Environment, shipmentId: string) => `${environment} ${shipmentId}`;

/** Has the geocoder asked about a shipment's addresses, where it was not. Imports come after all others. */
export function queueGeocoding(
  writing: Writing,
  shipment: Pick<ShipmentRow, "id" | "pickup" | "delivery">,
  { isImport = false }: { isImport?: boolean } = {},
): void {
  const { deps, tx, environment } = writing;
  if (!isGeocoding(deps, environment)) return;
  const { pickup, delivery } = shipment;
  if (![pickup, delivery].some(({ address }) => isUnasked(writing, address))) return;
  const now = deps.realClock.now();
  placeStore(tx).queue({
    shipmentId: shipment.id,
    dueAt: now,
    attempts: 0,
    rank: isImport ? 1 : 0,
    pickupAt: pickup.window ? Date.parse(pickup.window.start) : now,
  });
}

/** The rows for their job. */
export function geocodingQueue({ stores }: Deps, environment: Environment) {
  const store = stores.platform(environment);
  return {
    ...geocodingsDue(store),
    /** What is due, the most urgent first. */
    urgent: (now: number, limit: number): GeocodingRow[] => placeStore(store.db).urgent(now, limit),
  };
}

export type { GeocodingRow };

/** The geocoder failed: it is asked again at a time. */
export function postponeGeocoding(
  { tx }: Pick<Writing, "tx">,
  shipmentId: string,
  change: Pick<GeocodingRow, "attempts" | "dueAt">,
): void {
  placeStore(tx).postpone(shipmentId, change);
}

/** Everything is known that the geocoder can say, or nobody asks it any more. */
export function endGeocoding({ tx }: Pick<Writing, "tx">, shipmentId: string): void {
  placeStore(tx).unqueue(shipmentId);
}

/** Whether the geocoder is to be asked about an address of a shipment. */
export function isUnasked({ deps, tx }: Pick<Writing, "deps" | "tx">, address: Address): boolean {
  // A house that the geocoder finds counts before what riders taught.
  if (provenPlace(address) !== undefined) return false;
  return placeStore(tx).answer(addressHash(deps, address), deps.realClock.now()) === undefined;
}

/** Whether the geocoder is still asked about a shipment's addresses. */
export function isGeocodingQueued({ tx }: Pick<Writing, "tx">, shipmentId: string): boolean {
  return placeStore(tx).queued(shipmentId) !== undefined;
}

/** Whether the first answer about a shipment's places is to be waited for. Later ones take too long. */
export function isAwaitingPlace({ deps, tx, environment }: Writing, shipmentId: string): boolean {
  if (!isGeocoding(deps, environment) || isResting(deps)) return false;
  return placeStore(tx).queued(shipmentId)?.attempts === 0;
}

/** Waits until the geocoder has answered about the shipment's places, or failed: for at most 2 s. */
export async function waitForPlace(deps: Deps, environment: Environment, shipmentId: string): Promise<void> {
  // The answer may have been faster.
  if (!placeStore(deps.stores.platform(environment).db).queued(shipmentId)) return;
  const key = keyOf(environment, shipmentId);
  const waiter = waiters(deps).get(key) ?? Promise.withResolvers<void>();
  waiters(deps).set(key, waiter);
  await settlesWithin(placeWaitMs(deps), waiter.promise);
  waiters(deps).delete(key);
}

/** Whether somebody waits for the places of a shipment, and goes on when they are told. */
export function isPlaceAwaited(deps: Deps, environment: Environment, shipmentId: string): boolean {
  return waiters(deps).has(keyOf(environment, shipmentId));
}

/** Lets go on who waits for the places of a shipment. */
export function endWaitForPlace(deps: Deps, environment: Environment, shipmentId: string): void {
  waiters(deps).get(keyOf(environment, shipmentId))?.resolve();
}
