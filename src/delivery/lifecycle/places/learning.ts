import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import { type Coordinates, distanceMeters, pointOf } from "../../../infra/geography/coordinates.ts";
import { toAddressView } from "../../model/address-view.ts";
import type { Address } from "../../model/model.ts";
import { addressHash, lineHash } from "./address-text.ts";
import { areDoubtful, doubtMs, handoversRead, learnedFrom } from "./learned.ts";
import { type HandoverRow, learningStore } from "./learning-store.ts";
import { placeStore } from "./store.ts";

/** Waybill learns where an address is from riders of the account's own fleets who hand over there. */

/** A house that the geocoder found is not so far from its door. */
const houseMaxMeters = 300;

/** What is known of an address from handovers. */
export interface Learned {
  /** Undefined until two of different days agree. */
  place: Coordinates | undefined;
  /** The newest that says something. */
  last: (Coordinates & { handedOverAt: number }) | undefined;
}

/** Whose handovers count, and where they are read. */
interface Learner {
  db: Db | Tx;
  accountId: string;
}

/** Keeps where a rider handed over. Two taps that cast doubt on each other teach nothing. */
export function keepHandover(
  { tx }: Pick<Writing, "tx">,
  handover: Omit<HandoverRow, "teaches">,
  isAtDoor: boolean,
): void {
  const store = learningStore(tx);
  const { driverId, handedOverAt, shipmentId } = handover;
  const doubtful = store
    .ofDriver(driverId, handedOverAt - doubtMs, handedOverAt + doubtMs)
    .filter((other) => other.shipmentId !== shipmentId && areDoubtful(handover, other));
  for (const other of doubtful) store.change(other.shipmentId, { teaches: false });
  store.save({ ...handover, teaches: isAtDoor && doubtful.length === 0 });
}

/** Whether a place is in the town of an address, and near the house that the geocoder found. */
export function isPlausible({ deps, tx }: Writing, address: Address, place: Coordinates): boolean {
  const { area } = toAddressView(address);
  if (area && distanceMeters(area, place) > area.radius_meters) return false;
  const answer = placeStore(tx).answer(addressHash(deps, address), deps.realClock.now());
  const house = answer?.precision === "house" ? pointOf(answer) : undefined;
  return !house || distanceMeters(house, place) <= houseMaxMeters;
}

/** What was reported of a shipment was wrong: where it was handed over says nothing more. */
export function unlearn({ tx }: Pick<Writing, "tx">, shipmentId: string): void {
  learningStore(tx).change(shipmentId, { teaches: false });
}

/** @param line the address as `lineOf` writes it, or as a person does in that order */
export function learnedOf(deps: Pick<Deps, "cursorKey">, { db, accountId }: Learner, line: string): Learned {
  const [newest, ...others] = learningStore(db).teaching(accountId, lineHash(deps, line), handoversRead);
  if (!newest) return { place: undefined, last: undefined };
  const { latitude, longitude, handedOverAt } = newest;
  return { place: learnedFrom([newest, ...others]), last: { latitude, longitude, handedOverAt } };
}

/** Forgets the handovers at an address. @returns how many there were */
export function forgetHandovers({ deps, tx }: Writing, accountId: string, line: string): number {
  return learningStore(tx).forget(accountId, lineHash(deps, line));
}
