import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import { type Coordinates, distanceMeters, pointOf } from "../../../infra/geography/coordinates.ts";
import type { ProofOfDelivery } from "../../carriers/carrier-update.ts";
import { fleetCode } from "../../carriers/kind.ts";
import { findCarrierRow } from "../../carriers/service.ts";
import { toAddressView } from "../../model/address-view.ts";
import type { Address } from "../../model/model.ts";
import { jobOf } from "../driver-jobs/reading.ts";
import { driverFixNear } from "../tracking/reading.ts";
import type { ReportContext } from "../tracking/report.ts";
import { addressHash, lineHash, lineOf } from "./address-text.ts";
import { areDoubtful, doubtMs, handoversRead, learnedFrom } from "./learned.ts";
import { learningStore } from "./learning-store.ts";
import { placeStore } from "./store.ts";

/** Waybill learns where an address is from riders of the account's own fleets who hand over there. */

const accuracyMaxMeters = 50;
/** How far in time a rider's position may be from the tap. */
const fixMaxMs = 60_000;
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
export interface Learner {
  db: Db | Tx;
  accountId: string;
}

/** Keeps where a rider handed the goods over. What a dispatcher enters is nobody's place. */
export function learnFromHandover(context: ReportContext, handedTo: ProofOfDelivery["handedTo"]): void {
  const { writing, report, shipment, assignment } = context;
  const { deps, tx } = writing;
  if (report.by !== "driver" || shipment.redactedAt !== null) return;
  const carrier = findCarrierRow(tx, assignment.carrier.id);
  if (carrier?.kind !== fleetCode || carrier.accountId !== shipment.accountId) return;
  const { driverId, acceptedAt } = jobOf(tx, assignment.id) ?? {};
  if (driverId == null) return;
  const fix = driverFixNear(tx, shipment.id, report.at, {
    withinMs: fixMaxMs,
    accuracyMaxMeters,
    since: acceptedAt ?? 0,
  });
  if (!fix) return;
  const { address } = shipment.delivery;
  const handover = {
    shipmentId: shipment.id,
    accountId: shipment.accountId,
    addressHash: lineHash(deps, lineOf(address)),
    driverId,
    latitude: fix.latitude,
    longitude: fix.longitude,
    handedOverAt: report.at,
  };
  const store = learningStore(tx);
  const doubtful = store
    .ofDriver(driverId, report.at - doubtMs, report.at + doubtMs)
    .filter((other) => other.shipmentId !== shipment.id && areDoubtful(handover, other));
  for (const other of doubtful) store.change(other.shipmentId, { teaches: false });
  const isAtDoor = handedTo === null || handedTo === "recipient";
  store.save({
    ...handover,
    teaches: isAtDoor && doubtful.length === 0 && isPlausible(writing, address, fix),
  });
}

/** Whether a place is in the town of an address, and near the house that the geocoder found. */
function isPlausible({ deps, tx }: Writing, address: Address, place: Coordinates): boolean {
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
