import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { placeholderFor, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { perWhose, type Whose } from "../../../infra/db/whose.ts";
import type { Shift } from "./driver-position.ts";
import type { Passed } from "./riding.ts";
import { type DriverMemory, driverMemories, driverPositions, driverShifts } from "./table.ts";

type DriverPositionRow = typeof driverPositions.$inferSelect;

/** Whose driver the row of a table is about. The installation's drivers are nobody's. */
const accountOf = (table: string) => `(SELECT account_id FROM drivers WHERE id = ${table}.driver_id)`;

/** Positions of an account that stay even when its storage is full: a day's shift of a driver, or minutes of many. */
const leastKept = 10_000;

export const trackStore = prepared((db) => {
  const isDriver = eq(driverPositions.driverId, sql.placeholder("driverId"));
  const insert = db
    .insert(driverPositions)
    .values({
      driverId: sql.placeholder("driverId"),
      accountId: sql.placeholder("accountId"),
      reportId: sql.placeholder("reportId"),
      reportedAt: sql.placeholder("reportedAt"),
      latitude: sql.placeholder("latitude"),
      longitude: sql.placeholder("longitude"),
      accuracyMeters: sql.placeholder("accuracyMeters"),
      headingDegrees: sql.placeholder("headingDegrees"),
      speedMps: sql.placeholder("speedMps"),
      recordedAt: sql.placeholder("recordedAt"),
      receivedAt: sql.placeholder("receivedAt"),
      verdict: sql.placeholder("verdict"),
    })
    .onConflictDoNothing()
    .prepare();
  const find = db
    .select()
    .from(driverPositions)
    .where(
      and(
        isDriver,
        eq(driverPositions.reportedAt, sql.placeholder("reportedAt")),
        eq(driverPositions.reportId, sql.placeholder("reportId")),
      ),
    )
    .prepare();
  const findMemory = db
    .select()
    .from(driverMemories)
    .where(eq(driverMemories.driverId, sql.placeholder("driverId")))
    .prepare();
  const shifts = db
    .select({ beganAt: driverShifts.beganAt, endedAt: driverShifts.endedAt })
    .from(driverShifts)
    .where(
      and(
        eq(driverShifts.driverId, sql.placeholder("driverId")),
        or(isNull(driverShifts.endedAt), gt(driverShifts.endedAt, sql.placeholder("since"))),
      ),
    )
    .prepare();
  const lastShift = db
    .select({ beganAt: driverShifts.beganAt, endedAt: driverShifts.endedAt })
    .from(driverShifts)
    .where(eq(driverShifts.driverId, sql.placeholder("driverId")))
    .orderBy(desc(driverShifts.beganAt))
    .limit(1)
    .prepare();
  const isShift = and(
    eq(driverShifts.driverId, sql.placeholder("driverId")),
    eq(driverShifts.beganAt, sql.placeholder("beganAt")),
  );
  const beginShift = db
    .update(driverShifts)
    .set({ beganAt: placeholderFor("at") })
    .where(isShift)
    .prepare();
  const endShift = db
    .update(driverShifts)
    .set({ endedAt: placeholderFor("at") })
    .where(isShift)
    .prepare();
  const isDrivers = eq(driverShifts.driverId, sql.placeholder("driverId"));
  const removeAhead = db
    .delete(driverShifts)
    .where(and(isDrivers, gte(driverShifts.beganAt, sql.placeholder("now")), isNotNull(driverShifts.endedAt)))
    .prepare();
  const endAhead = db
    .update(driverShifts)
    .set({ endedAt: placeholderFor("now") })
    .where(and(isDrivers, gt(driverShifts.endedAt, sql.placeholder("now"))))
    .prepare();
  const beginAhead = db
    .update(driverShifts)
    .set({ beganAt: placeholderFor("now") })
    .where(and(isDrivers, gt(driverShifts.beganAt, sql.placeholder("now"))))
    .prepare();
  const oldest = perWhose(accountOf("driver_positions"), (isTheirs) =>
    db
      .select({ id: driverPositions.id })
      .from(driverPositions)
      .where(and(lt(driverPositions.receivedAt, sql.placeholder("before")), isTheirs))
      .limit(sql.placeholder("limit"))
      .prepare(),
  );
  const oldestOfDriver = db
    .select({ id: driverPositions.id })
    .from(driverPositions)
    .where(and(isDriver, lt(driverPositions.receivedAt, sql.placeholder("before"))))
    .limit(sql.placeholder("limit"))
    .prepare();
  const firstOfDriver = db
    .select({ at: sql<number | null>`min(${driverPositions.receivedAt})` })
    .from(driverPositions)
    .where(isDriver)
    .prepare();
  const ofDriver = db
    .select({ id: driverPositions.id })
    .from(driverPositions)
    .where(isDriver)
    .limit(sql.placeholder("limit"))
    .prepare();
  const removeOldest = db
    .delete(driverPositions)
    .where(
      sql`${driverPositions.id} IN (SELECT id FROM driver_positions WHERE account_id = ${sql.placeholder("accountId")}
        AND id <= (SELECT id FROM driver_positions WHERE account_id = ${sql.placeholder("accountId")}
          ORDER BY id DESC LIMIT 1 OFFSET ${sql.raw(String(leastKept))})
        ORDER BY id LIMIT +${sql.placeholder("limit")})`,
    )
    .prepare();
  const removeSince = db
    .delete(driverPositions)
    .where(
      and(
        isDriver,
        gte(driverPositions.reportedAt, sql.placeholder("reportedSince")),
        gte(driverPositions.recordedAt, sql.placeholder("since")),
      ),
    )
    .prepare();
  const goodSince = db
    .select({
      latitude: driverPositions.latitude,
      longitude: driverPositions.longitude,
      accuracyMeters: driverPositions.accuracyMeters,
      recordedAt: driverPositions.recordedAt,
    })
    .from(driverPositions)
    .where(
      and(
        isDriver,
        gte(driverPositions.reportedAt, sql.placeholder("reportedSince")),
        gte(driverPositions.recordedAt, sql.placeholder("since")),
        eq(driverPositions.verdict, "good"),
      ),
    )
    .orderBy(asc(driverPositions.recordedAt))
    .prepare();
  const removeMemory = db
    .delete(driverMemories)
    .where(eq(driverMemories.driverId, sql.placeholder("driverId")))
    .prepare();
  const remove = (rows: { id: number }[]): number =>
    rows.length === 0
      ? 0
      : db
          .delete(driverPositions)
          .where(
            inArray(
              driverPositions.id,
              rows.map(({ id }) => id),
            ),
          )
          .run().changes;

  return {
    /** False if the driver has reported it before. */
    insert: (row: Omit<DriverPositionRow, "id">): boolean => insert.run(row).changes > 0,
    find: (driverId: string, reportedAt: number, reportId: string): DriverPositionRow | undefined =>
      find.get({ driverId, reportedAt, reportId }),
    findMemory: (driverId: string): DriverMemory | undefined => findMemory.get({ driverId })?.memory,
    saveMemory: rowUpsert(db, driverMemories, "driverId"),
    /** The driver's times on duty that ended after `since`, and the one that lasts. */
    shiftsSince: (driverId: string, since: number): Shift[] => shifts.all({ driverId, since }),
    /** Empty before the first one. */
    lastShift: (driverId: string): Shift[] => lastShift.all({ driverId }),
    /** Moves the beginning of a shift to `at`: it began earlier than `beganAt`. */
    beginShift: (driverId: string, beganAt: number, at: number): void =>
      void beginShift.run({ driverId, beganAt, at }),
    endShift: (driverId: string, beganAt: number, at: number): void =>
      void endShift.run({ driverId, beganAt, at }),
    /** What begins or ends after `now` does so now. */
    endFuture(driverId: string, now: number): void {
      removeAhead.run({ driverId, now });
      endAhead.run({ driverId, now });
      beginAhead.run({ driverId, now });
    },
    /** Deletes the oldest positions of an account, at most `limit`, but never its newest. @returns how many */
    removeOldest: (accountId: string, limit: number): number =>
      removeOldest.run({ accountId, limit }).changes,
    removeBefore: (before: number, limit: number, whose: Whose): number =>
      remove(oldest(whose).all({ before, limit, ...whose })),
    /** The good positions of a driver from a time on, oldest first. */
    goodSince: (driverId: string, since: number, reportedSince: number): Passed[] =>
      goodSince.all({ driverId, since, reportedSince }),
    /** When the driver's first position came. */
    firstOfDriver: (driverId: string): number | undefined => firstOfDriver.get({ driverId })?.at ?? undefined,
    removeOfDriverBefore: (driverId: string, before: number, limit: number): number =>
      remove(oldestOfDriver.all({ driverId, before, limit })),
    /** Deletes a driver's positions from a time on, and what the judge remembers. @returns how many */
    removeSince(driverId: string, since: number, reportedSince: number): number {
      const { changes } = removeSince.run({ driverId, since, reportedSince });
      if (changes > 0) removeMemory.run({ driverId });
      return changes;
    },
    /** Deletes at most `limit` positions of a driver, and what the judge remembers. */
    removeOfDriver(driverId: string, limit: number): number {
      removeMemory.run({ driverId });
      return remove(ofDriver.all({ driverId, limit }));
    },
  };
});
