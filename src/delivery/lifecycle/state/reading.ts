import type { AccountEnvironment } from "../../../access/model.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { tokenHash } from "../../../infra/stored-links.ts";
import { type Status, type Substatus, statuses } from "../../model/model.ts";
import { bookingStore } from "./booking-store.ts";
import { type CarrierFilter, carrierList } from "./carrier-list-store.ts";
import type { Evidence } from "./evidence.ts";
import type { AssignmentRow, EntryRow, ShipmentRecord, ShipmentRow, Step, TroubleRow } from "./rows.ts";
import type { ShipmentView } from "./schema.ts";
import { isFinal } from "./status.ts";
import { stepStore } from "./step-store.ts";
import { shipmentStore } from "./store.ts";
import { trackingUrl } from "./tracking-link.ts";
import { toShipmentView } from "./view.ts";

const openStatuses = statuses.filter((status) => status !== "expired" && !isFinal(status));

/** How every feature reads a shipment. `db` is a database or a transaction. */

/** @throws AppError `not_found`, also for another account's shipment and another environment's */
export function getShipmentRecord(deps: Deps, caller: AccountEnvironment, id: string): ShipmentRecord {
  const record = shipmentStore(deps.stores.platform(caller.environment).db).findOwn(caller.accountId, id);
  if (!record) throw new AppError("not_found");
  return record;
}

/** A caller's shipment, read inside a transaction. @throws AppError `not_found` */
export function requireShipment(
  writing: Writing,
  caller: Pick<AccountEnvironment, "accountId">,
  id: string,
): ShipmentRow {
  const record = shipmentStore(writing.tx).findOwn(caller.accountId, id);
  if (!record) throw new AppError("not_found");
  return record.shipment;
}

/** Any account's shipment, for work without a caller. */
export function findShipment(db: Db | Tx, id: string): ShipmentRow | undefined {
  return shipmentStore(db).find(id);
}

/** What people call a shipment; undefined if it was deleted. */
export function findNames(
  db: Db,
  id: string,
): { reference: string | null; trackingNumber: string; recipientName: string | null } | undefined {
  return shipmentStore(db).findNames(id);
}

/** The shipment that a tracking link leads to. @param token null where the path has none that can be read */
export function findByTrackingToken(db: Db | Tx, token: string | null): ShipmentRecord | undefined {
  if (token === null) return undefined;
  const store = shipmentStore(db);
  const found = store.findByLink(tokenHash(token));
  if (found) return found;
  // A row of an earlier version that no start has converted. A hash opens nothing.
  const open = store.findByLink(token);
  return open?.shipment.sealedToken === null ? open : undefined;
}

/** Whether the environment has any shipment. */
export function hasShipments(db: Db): boolean {
  return shipmentStore(db).hasAny();
}

/** How many of an account's shipments somebody is about to deliver, or may be. */
export function countOpenShipments(db: Db, accountId: string): number {
  return shipmentStore(db).countIn(accountId, openStatuses);
}

export function withAssignment(db: Db, shipment: ShipmentRow): ShipmentRecord {
  return shipmentStore(db).withAssignment(shipment);
}

/** The shipment's timeline, oldest first; on request only what came after a sequence number. */
export function entriesOf(db: Db, shipmentId: string, after = 0): EntryRow[] {
  return shipmentStore(db).entriesOf(shipmentId, after);
}

/** What happened to a shipment and when, oldest first, without the words that people said. */
export function stepsOf(db: Db, shipmentId: string): Step[] {
  return stepStore(db).ofShipment(shipmentId);
}

/** Entries of a shipment that added to a proof of delivery, oldest first. */
export function additionsOf(db: Db | Tx, shipmentId: string): EntryRow[] {
  return shipmentStore(db).additionsOf(shipmentId);
}

/** The timeline's last entry; its hash is null where it is older than the chain. */
export function lastEntry(db: Db | Tx, shipmentId: string): Pick<EntryRow, "sequence" | "hash"> {
  return shipmentStore(db).lastEntry(shipmentId) ?? { sequence: 0, hash: null };
}

/** Whether the shipment's timeline has an entry in this state, late reports apart. */
export function hasEntry(
  db: Db | Tx,
  shipmentId: string,
  state: { status: Status; substatus: Substatus | null },
): boolean {
  return shipmentStore(db).hasEntry(shipmentId, state.status, state.substatus);
}

/** When the timeline last came to this state; null if it never did. */
export function reachedAt(
  db: Db | Tx,
  shipmentId: string,
  state: { status: Status; substatus: Substatus | null },
): number | null {
  return shipmentStore(db).reachedAt(shipmentId, state.status, state.substatus);
}

/** Facts about the shipment that need a person and that no other row tells. */
export function troublesOf(db: Db | Tx, shipmentId: string): TroubleRow[] {
  return shipmentStore(db).troublesOf(shipmentId);
}

/** Whether the shipment's timeline has the entry of a late report with this message. */
export function hasLateEntry(db: Db | Tx, shipmentId: string, message: string): boolean {
  return shipmentStore(db).hasLateEntry(shipmentId, message);
}

/** What the late reports with this message showed. */
export function lateEvidenceOf(db: Db | Tx, shipmentId: string, message: string): Evidence[] {
  return shipmentStore(db).lateEvidenceOf(shipmentId, message);
}

/** An assignment of anybody. */
export function findAssignmentRow(db: Db | Tx, id: string): AssignmentRow | undefined {
  return shipmentStore(db).findAssignment(id);
}

/** A carrier's assignment by the name that the carrier gave the booking, or by one of its tracking numbers. */
export function findCarriersAssignment(
  db: Db | Tx,
  carrierId: string,
  name: { reference: string } | { trackingNumber: string },
): AssignmentRow | undefined {
  const bookings = bookingStore(db);
  if ("reference" in name) return bookings.byReference(carrierId, name.reference);
  const id = bookings.byTrackingNumber(carrierId, name.trackingNumber);
  return id === undefined ? undefined : shipmentStore(db).findAssignment(id);
}

/** The assignments of a carrier: newest first, or with `since` in the order of their changes. */
export function assignmentsOfCarrier(
  db: Db,
  filter: CarrierFilter,
  place: string | undefined,
  limit: number,
): AssignmentRow[] {
  return carrierList(db).read(filter, place, limit);
}

/** How long the shipment's timeline is. */
export function countEntries(db: Db, shipmentId: string): number {
  return shipmentStore(db).entryCount(shipmentId);
}

/** The view of this row with the shipment's current assignment. */
export function viewOf(writing: Writing, row: ShipmentRow): ShipmentView {
  return viewOfRecord(writing, shipmentStore(writing.tx).withAssignment(row));
}

/** The view of a shipment whose current assignment was read. */
export function viewOfRecord(
  { deps, environment }: Writing,
  { shipment, assignment }: ShipmentRecord,
): ShipmentView {
  return toShipmentView(shipment, assignment, environment, trackingUrl(deps, shipment));
}

/** Ids of shipments under way: an account's, or a carrier's. */
export function underWayIds(
  db: Db,
  of: { accountId: string } | { carrierId: string },
  limit: number,
): string[] {
  const store = shipmentStore(db);
  return "accountId" in of ? store.underWay(of.accountId, limit) : store.underWayWith(of.carrierId, limit);
}
