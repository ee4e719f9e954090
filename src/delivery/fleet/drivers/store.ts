import { and, count, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { DriverPlace } from "./driver.ts";
import { driverPlaces, drivers } from "./table.ts";

export type DriverRow = typeof drivers.$inferSelect;

/** A driver on duty, with where they are and how much they take at a time. */
export interface PlacedDriver extends Pick<DriverRow, "id" | "capacityAssignments" | "capacityWeightGrams"> {
  place: DriverPlace;
}

interface DriverFilter {
  carrierId?: string | undefined;
  onDuty?: boolean | undefined;
}

interface DriverPage extends Omit<DriverFilter, "onDuty"> {
  /** Undefined for the installation. */
  accountId: string | undefined;
  /** Each has a statement of its own. */
  duty: { on: true } | { off: true } | undefined;
  before: string | undefined;
  limit: number;
}

const present = isNull(drivers.deletedAt);
// A constant, and no value, can fit the condition of the partial index.
const isOnDuty = eq(drivers.onDuty, true);
const isOffDuty = eq(drivers.onDuty, false);
const hasPhone = eq(drivers.withoutPhone, false);

/** Only `findAny` returns deleted drivers. */
export const driverStore = prepared((db) => {
  const byId = db
    .select()
    .from(drivers)
    .where(eq(drivers.id, sql.placeholder("id")))
    .prepare();
  const placed = db
    .select({
      id: drivers.id,
      capacityAssignments: drivers.capacityAssignments,
      capacityWeightGrams: drivers.capacityWeightGrams,
      place: driverPlaces.place,
    })
    .from(drivers)
    .innerJoin(driverPlaces, eq(driverPlaces.driverId, drivers.id))
    .where(and(eq(drivers.carrierId, sql.placeholder("carrierId")), isOnDuty, hasPhone, present))
    .prepare();
  const anyOf = db
    .select({ id: drivers.id })
    .from(drivers)
    .where(and(eq(drivers.carrierId, sql.placeholder("carrierId")), present))
    .limit(1)
    .prepare();
  const countWhere = (condition: SQL) =>
    db.select({ total: count() }).from(drivers).where(and(condition, present)).prepare();
  const ofAccount = countWhere(eq(drivers.accountId, sql.placeholder("accountId")));
  const ofInstallation = countWhere(isNull(drivers.accountId));

  const page = perShape<DriverPage, DriverRow>(({ accountId, carrierId, duty, before, limit }) =>
    db
      .select()
      .from(drivers)
      .where(
        and(
          accountId ? eq(drivers.accountId, accountId) : isNull(drivers.accountId),
          present,
          carrierId && eq(drivers.carrierId, carrierId),
          duty && ("on" in duty ? isOnDuty : isOffDuty),
          before && lt(drivers.id, before),
        ),
      )
      .orderBy(desc(drivers.id))
      .limit(limit),
  );

  return {
    insert: rowInsert(db, drivers),
    update: rowUpdate(db, drivers, "id"),
    findAny: (id: string): DriverRow | undefined => byId.get({ id }),
    /** Drivers on duty with a phone and a place. Searches read all of them, so it is one statement with few columns. */
    listPlaced: (carrierId: string): PlacedDriver[] => placed.all({ carrierId }),
    hasAny: (carrierId: string): boolean => anyOf.get({ carrierId }) !== undefined,
    countOf: (accountId: string | null): number =>
      (accountId === null ? ofInstallation.get() : ofAccount.get({ accountId }))?.total ?? 0,

    /** The drivers of an account or of the installation, newest first, that come before `id`. */
    list: (
      accountId: string | null,
      { carrierId, onDuty }: DriverFilter,
      before: string | undefined,
      limit: number,
    ): DriverRow[] =>
      page.all({
        accountId: accountId ?? undefined,
        carrierId,
        duty: onDuty === undefined ? undefined : onDuty ? { on: true } : { off: true },
        before,
        limit,
      }),
    /** All that are not deleted. */
    listOfCarrier: (carrierId: string): DriverRow[] =>
      db
        .select()
        .from(drivers)
        .where(and(eq(drivers.carrierId, carrierId), present))
        .all(),
  };
});

/** Deleted drivers whose link, devices and tokens may still be valid. */
export const driversUnsettled = dueRows({
  table: "drivers",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.updated_at`,
  when: (row) => `${row}.unsettled = 1`,
  account: (row) => `${row}.account_id`,
  isDueAtOnce: true,
});

/** Drivers whose duty changes by itself. */
export const dutiesDue = dueRows({
  table: "drivers",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.duty_until`,
  account: (row) => `${row}.account_id`,
});
