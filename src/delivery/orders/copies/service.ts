import type { Deps } from "../../../infra/deps.ts";
import { AppError, embeddedProblem, invalidField } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { dayMs } from "../../../infra/units.ts";
import { nextTurn } from "../../../infra/waiting/turns.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { zoneAtAddress } from "../../model/address-zone.ts";
import { createMany } from "../batches/creating.ts";
import type { CreateResult } from "../batches/schema.ts";
import { shipmentsWithin } from "../shipments/list.ts";
import { copyFor, dayOf, type Zones } from "./copy.ts";
import {
  type CopyResults,
  type CopyShipments,
  copiesMax,
  type ShipmentsOfDayView,
  shownMax,
} from "./schema.ts";

/** Copies shipments to another day. */

/**
 * Creates a copy of each shipment, ten in a transaction. With an idempotency key, a repeated request goes on after the
 * last one written. One that cannot be copied refuses no other.
 * @throws AppError `validation_failed`, `shutting_down`
 */
export async function copyShipments(
  deps: DeliveryDeps,
  caller: Caller,
  { shipment_ids: ids, date, to_date: to }: CopyShipments,
): Promise<CopyResults> {
  if ((ids === undefined) === (date === undefined)) {
    const detail =
      ids === undefined ? "is required, unless date is given" : "must not be given together with date";
    throw invalidField("#/shipment_ids", ids === undefined ? "required" : "contradictory", detail);
  }
  if (date === to) throw invalidField("#/to_date", "contradictory", "must be another day than date");
  const { db } = deps.stores.platform(caller.environment);
  const wanted = ids ?? (await idsOfDay(deps, caller, date as string));
  const copies = await Promise.all(
    wanted.map(async (id) => {
      const row = findShipment(db, id);
      if (row?.accountId !== caller.accountId) return new AppError("not_found");
      if (row.redactedAt !== null) return new AppError("shipment_redacted");
      return copyFor(row, to, await zonesOf(deps, row));
    }),
  );
  const bodies = copies.filter((copy) => !(copy instanceof AppError));
  const places = copies.flatMap((copy, index) =>
    copy instanceof AppError ? [] : [`#/shipment_ids/${index}`],
  );
  const answerOf = (made: readonly CreateResult[]): CopyResults => {
    let next = 0;
    const data = copies.map((copy, index) => {
      const shipment_id = wanted[index] as string;
      if (!(copy instanceof AppError))
        return { ...made[next++], index, shipment_id } as CopyResults["data"][number];
      const problem = embeddedProblem(copy, {
        publicUrl: deps.publicUrl(),
        requestId: caller.origin.requestId,
      });
      return { index, shipment_id, shipment: null, problem };
    });
    return { data };
  };
  return createMany(deps, caller, bodies, { placeOf: (index) => places[index] as string, answerOf });
}

async function idsOfDay(deps: Deps, caller: Caller, date: string): Promise<string[]> {
  const { data } = await shipmentsOfDay(deps, caller, date);
  if (data.length > copiesMax) {
    const detail = `has more than ${copiesMax} shipments: send shipment_ids, ${copiesMax} at a time`;
    throw invalidField("#/date", "too_many", detail);
  }
  if (data.length === 0)
    throw invalidField("#/date", "no_shipments", "has no shipment that was not cancelled");
  return data.map(({ id }) => id);
}

/** No clock is further from UTC than a day. */
const zoneMs = dayMs;

/** The shipments of a day by the clocks of their stops, without those that were cancelled, and without returns. */
export async function shipmentsOfDay(deps: Deps, caller: Caller, date: string): Promise<ShipmentsOfDayView> {
  const [from, until] = [Date.parse(date) - zoneMs, Date.parse(date) + dayMs + zoneMs];
  const rows = shipmentsWithin(deps, caller, from, until, 3 * shownMax);
  const data: ShipmentsOfDayView["data"] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn();
    if (row.status === "cancelled" || row.returnOf !== null || row.redactedAt !== null) continue;
    const zones = await zonesOf(deps, row);
    if (dayOf(row, zones) !== date || data.length >= shownMax) continue;
    const { pickup, delivery } = row;
    data.push({
      id: row.id,
      reference: row.reference,
      recipient_name: delivery.contact.name,
      starts_at: (pickup.window ?? delivery.window)?.start ?? null,
      time_zone: pickup.window || !delivery.window ? zones.pickup : zones.delivery,
    });
  }
  return { date, data };
}

/** Others have their turn between. */
const rowsPerTurn = 100;

async function zonesOf({ clock }: Deps, { pickup, delivery }: ShipmentRow): Promise<Zones> {
  const now = clock.now();
  const [from, to] = [await zoneAtAddress(pickup.address, now), await zoneAtAddress(delivery.address, now)];
  return { pickup: from ?? to ?? "UTC", delivery: to ?? from ?? "UTC" };
}
