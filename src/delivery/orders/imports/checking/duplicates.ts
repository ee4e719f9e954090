import type { Db } from "@/infra/db/store.ts";
import { dayMs } from "@/infra/units.ts";
import { driversOf } from "../../../fleet/drivers/reading.ts";
import {
  type SimilarShipment,
  shipmentsOfReference,
  shipmentsToStreet,
} from "../../../lifecycle/state/similar.ts";
import { findSaved } from "../../contacts/service.ts";
import type { KeyedRow } from "../rows-store.ts";
import { keyOf, type RowBody, type RowKeys } from "./judging.ts";
import { dayIn } from "./windows.ts";

/** Rows of the same order, and what was made of an order before. */

/** Windows start at most 30 days ahead, in any time zone. */
const madeBeforeMs = 32 * dayMs;

/** Finds what a row would make twice; undefined for nothing. */
export type FindMade = (made: RowBody, keys: RowKeys) => string | undefined;

/**
 * Finds a shipment of the same day that is neither cancelled, expired, failed nor returned, a saved contact, or a driver of
 * the fleet. Drivers are read once.
 */
export function createMadeFinder(db: Db, accountId: string): FindMade {
  const drivers = new Map<string, ReadonlyMap<string, string>>();
  return (made, keys) => {
    switch (made.kind) {
      case "shipments":
        return findShipment(db, accountId, made.body, keys);
      case "contacts":
        return findSaved(db, accountId, made.body);
      case "drivers": {
        const { name, phone = null, carrier_id: fleet } = made.body;
        const known =
          drivers.get(fleet) ??
          new Map(driversOf(db, fleet).map((each) => [keyOf(each.name, each.phone), each.id]));
        drivers.set(fleet, known);
        return known.get(keyOf(name, phone));
      }
    }
  };
}

function findShipment(
  db: Db,
  accountId: string,
  { reference = null, delivery }: Extract<RowBody, { kind: "shipments" }>["body"],
  { same, day, zone }: RowKeys,
): string | undefined {
  if (day === null) return undefined;
  const at = Date.parse(day);
  const span = { accountId, from: at - madeBeforeMs, until: at + 2 * dayMs };
  const isOfDay = (each: SimilarShipment) => dayOfShipment(each, zone) === day;
  const referred = reference === null ? [] : shipmentsOfReference(db, span, reference);
  const found = referred.find(isOfDay);
  if (found) return found.id;
  const near = shipmentsToStreet(db, span, delivery.address.line1);
  return near.find(
    (each) => isOfDay(each) && (reference === null || each.reference === null) && sameOf(each, day) === same,
  )?.id;
}

function dayOfShipment({ delivery, pickup, createdAt }: SimilarShipment, zone: string | null): string {
  const start = (delivery.window ?? pickup.window)?.start;
  return dayIn(zone, start === undefined ? createdAt : Date.parse(start));
}

function sameOf({ delivery: { contact, address } }: SimilarShipment, day: string): string {
  return keyOf(day, contact.name, address.line1, address.postal_code, address.city);
}

/**
 * For each row the number of an earlier one with the same order, where there is one: with the same reference, or, where one
 * of the two has none, with the same recipient, address and day.
 */
export function findRepeated(rows: readonly KeyedRow[]): Map<number, number> {
  const repeated = new Map<number, number>();
  const byReference = new Map<string, number>();
  const bySame = new Map<string, { row: number; unreferred: number | undefined }>();
  for (const { row, referenceKey, sameKey } of rows) {
    const known = sameKey === null ? undefined : bySame.get(sameKey);
    const earlier = (referenceKey === null ? known?.row : byReference.get(referenceKey)) ?? known?.unreferred;
    if (earlier !== undefined) repeated.set(row, earlier);
    if (referenceKey !== null && !byReference.has(referenceKey)) byReference.set(referenceKey, row);
    if (sameKey === null) continue;
    const unreferred = known?.unreferred ?? (referenceKey === null ? row : undefined);
    bySame.set(sameKey, { row: known?.row ?? row, unreferred });
  }
  return repeated;
}
