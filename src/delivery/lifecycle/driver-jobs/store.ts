import { and, asc, count, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { Load } from "./driver-job.ts";
import { driverJobs, driverTurns } from "./table.ts";

export type DriverJobRow = typeof driverJobs.$inferSelect;
export type DriverTurnRow = typeof driverTurns.$inferSelect;
/** Where a turn stands among those of a driver. */
export type TurnPlace = Pick<DriverTurnRow, "since" | "assignmentId">;

/** A turn with its shipment. */
export type Turn = Omit<DriverTurnRow, "driverId"> & Pick<DriverJobRow, "shipmentId">;

/** Ids are of digits and letters. */
const afterAllIds = "~";

export const jobStore = prepared((db) => {
  const ofDriver = eq(driverJobs.driverId, sql.placeholder("driverId"));
  const isTheirs = inArray(driverJobs.status, ["offered", "accepted"]);
  const find = db
    .select()
    .from(driverJobs)
    .where(eq(driverJobs.assignmentId, sql.placeholder("assignmentId")))
    .prepare();
  const open = db
    .select()
    .from(driverJobs)
    .where(and(ofDriver, isTheirs))
    .orderBy(asc(driverJobs.acceptedAt), asc(driverJobs.assignmentId))
    .prepare();
  const list = db
    .select()
    .from(driverJobs)
    .where(and(ofDriver, lt(driverJobs.assignmentId, sql.placeholder("before"))))
    .orderBy(desc(driverJobs.assignmentId))
    .limit(sql.placeholder("limit"))
    .prepare();
  const load = db
    .select({
      assignments: count(),
      weightGrams: sql<number>`coalesce(sum(${driverJobs.weightGrams}), 0)`,
    })
    .from(driverJobs)
    .where(and(ofDriver, isTheirs))
    .prepare();
  const accepted = db
    .select({ total: count() })
    .from(driverJobs)
    .where(and(ofDriver, isTheirs, eq(driverJobs.status, "accepted")))
    .prepare();
  const end = db
    .update(driverJobs)
    .set({ status: "ended", answerUntil: null, waitingSince: null, dueAt: null })
    .where(eq(driverJobs.assignmentId, sql.placeholder("assignmentId")))
    .prepare();
  const withdraw = db
    .update(driverJobs)
    .set({ status: "searching", driverId: null, answerUntil: null, dueAt: sql`${sql.placeholder("now")}` })
    .where(and(ofDriver, isTheirs, eq(driverJobs.status, "offered")))
    .prepare();
  const hurry = db
    .update(driverJobs)
    .set({ dueAt: sql`${sql.placeholder("now")}` })
    .where(
      and(
        eq(driverJobs.carrierId, sql.placeholder("carrierId")),
        sql`${driverJobs.waitingSince} IS NOT NULL`,
      ),
    )
    .prepare();
  const turn = db
    .select()
    .from(driverTurns)
    .where(
      and(
        eq(driverTurns.assignmentId, sql.placeholder("assignmentId")),
        eq(driverTurns.driverId, sql.placeholder("driverId")),
      ),
    )
    .prepare();
  const lastTurn = db
    .select({ until: driverTurns.until })
    .from(driverTurns)
    .where(eq(driverTurns.assignmentId, sql.placeholder("assignmentId")))
    .orderBy(desc(driverTurns.since))
    .limit(1)
    .prepare();
  const newestTurns = db
    .select()
    .from(driverTurns)
    .where(eq(driverTurns.driverId, sql.placeholder("driverId")))
    .orderBy(desc(driverTurns.since))
    .limit(sql.placeholder("limit"))
    .prepare();
  const lastTurns = db
    .select()
    .from(driverTurns)
    .where(
      and(
        eq(driverTurns.driverId, sql.placeholder("driverId")),
        isNull(driverTurns.until),
        sql`(${driverTurns.since}, ${driverTurns.assignmentId})
          > (${sql.placeholder("since")}, ${sql.placeholder("assignmentId")})`,
      ),
    )
    .orderBy(asc(driverTurns.since), asc(driverTurns.assignmentId))
    .limit(sql.placeholder("limit"))
    .prepare();
  const turnsBetween = db
    .select({
      assignmentId: driverTurns.assignmentId,
      shipmentId: driverJobs.shipmentId,
      since: driverTurns.since,
      until: driverTurns.until,
    })
    .from(driverTurns)
    .innerJoin(driverJobs, eq(driverJobs.assignmentId, driverTurns.assignmentId))
    .where(
      and(
        eq(driverTurns.driverId, sql.placeholder("driverId")),
        gte(driverTurns.since, sql.placeholder("from")),
        lt(driverTurns.since, sql.placeholder("before")),
      ),
    )
    .prepare();
  const beginTurn = db
    .insert(driverTurns)
    .values({
      assignmentId: sql.placeholder("assignmentId"),
      driverId: sql.placeholder("driverId"),
      since: sql.placeholder("now"),
      until: null,
    })
    .onConflictDoUpdate({ target: [driverTurns.assignmentId, driverTurns.driverId], set: { until: null } })
    .prepare();
  const endTurns = db
    .update(driverTurns)
    .set({ until: sql`${sql.placeholder("now")}` })
    .where(and(eq(driverTurns.assignmentId, sql.placeholder("assignmentId")), isNull(driverTurns.until)))
    .prepare();

  return {
    insert: rowInsert(db, driverJobs),
    change: rowChange(db, driverJobs, "assignmentId"),
    find: (assignmentId: string): DriverJobRow | undefined => find.get({ assignmentId }),
    /** What a driver has, in the order of acceptance, after what is offered to them. */
    openOf: (driverId: string): DriverJobRow[] => open.all({ driverId }),
    /** All that the driver has or had, newest first, from before a place. */
    listOf: (driverId: string, before = afterAllIds, limit: number): DriverJobRow[] =>
      list.all({ driverId, before, limit }),
    loadOf: (driverId: string): Load => load.get({ driverId }) ?? { assignments: 0, weightGrams: 0 },
    countAccepted: (driverId: string): number => accepted.get({ driverId })?.total ?? 0,
    end: (assignmentId: string): void => void end.run({ assignmentId }),
    /** Nobody waits for the driver's answers any more. */
    withdrawOffers: (driverId: string, now: number): void => void withdraw.run({ driverId, now }),
    /** Makes the searches of a carrier due that found nobody. */
    hurry: (carrierId: string, now: number): void => void hurry.run({ carrierId, now }),
    findTurn: (assignmentId: string, driverId: string): DriverTurnRow | undefined =>
      turn.get({ assignmentId, driverId }),
    /** When the last turn at a job ended. */
    freedAt: (assignmentId: string): number | undefined => lastTurn.get({ assignmentId })?.until ?? undefined,
    /** Of a driver, newest first. */
    newestTurns: (driverId: string, limit: number): DriverTurnRow[] => newestTurns.all({ driverId, limit }),
    /** Of jobs that nobody had after the driver, oldest first, from after a place. */
    lastTurns: (driverId: string, after: TurnPlace, limit: number): DriverTurnRow[] =>
      lastTurns.all({ driverId, ...after, limit }),
    /** Turns of a driver that began between two times. */
    turnsBetween: (driverId: string, from: number, before: number): Turn[] =>
      turnsBetween.all({ driverId, from, before }),
    /** Whoever had it before has it until now. */
    beginTurn(assignmentId: string, driverId: string, now: number): void {
      endTurns.run({ assignmentId, now });
      beginTurn.run({ assignmentId, driverId, now });
    },
    endTurns: (assignmentId: string, now: number): void => void endTurns.run({ assignmentId, now }),
  };
});

/** Jobs whose search has a step to make. */
export const jobsDue = dueRows({
  table: "driver_jobs",
  id: (row) => `${row}.assignment_id`,
  at: (row) => `${row}.due_at`,
  account: (
    row,
  ) => `(SELECT shipments.account_id FROM assignments JOIN shipments ON shipments.id = assignments.shipment_id
    WHERE assignments.id = ${row}.assignment_id)`,
});
