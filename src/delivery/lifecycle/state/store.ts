import { and, asc, count, desc, eq, gt, inArray, max, type SQL, sql } from "drizzle-orm";
import { changedColumns, placeholderFor, rowChange, rowInsert, rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { withoutInvented } from "../../model/address.ts";
import type { Status, Substatus } from "../../model/model.ts";
import type { Evidence } from "./evidence.ts";
import type { EntryRow, ShipmentRecord, ShipmentRow, TroubleRow } from "./rows.ts";
import { assignments, shipmentEntries, shipments, shipmentTroubles } from "./table.ts";

export const shipmentStore = prepared((db) => {
  const someOfAccount = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(eq(shipments.accountId, sql.placeholder("accountId")))
    .limit(sql.placeholder("limit"));
  const deleteOfAccount = db
    .delete(shipments)
    .where(inArray(shipments.id, someOfAccount))
    .returning({ id: shipments.id })
    .prepare();
  const findOwn = db
    .select()
    .from(shipments)
    .where(
      and(eq(shipments.id, sql.placeholder("id")), eq(shipments.accountId, sql.placeholder("accountId"))),
    )
    .prepare();
  const findAny = db
    .select()
    .from(shipments)
    .where(eq(shipments.id, sql.placeholder("id")))
    .prepare();
  const namesById = db
    .select({
      reference: shipments.reference,
      trackingNumber: shipments.trackingNumber,
      recipientName: sql<string | null>`${shipments.delivery} ->> '$.contact.name'`,
    })
    .from(shipments)
    .where(eq(shipments.id, sql.placeholder("id")))
    .prepare();
  const findByLink = db
    .select()
    .from(shipments)
    .where(eq(shipments.trackingHash, sql.placeholder("hash")))
    .prepare();
  const assignmentById = db
    .select()
    .from(assignments)
    .where(eq(assignments.id, sql.placeholder("id")))
    .prepare();
  const touchAssignment = db
    .update(assignments)
    .set({ updatedAt: placeholderFor("now") })
    .where(eq(assignments.id, sql.placeholder("id")))
    .prepare();
  const troublesOf = db
    .select()
    .from(shipmentTroubles)
    .where(eq(shipmentTroubles.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const reachedAt = db
    .select({ at: max(shipmentEntries.occurredAt) })
    .from(shipmentEntries)
    .where(
      and(
        eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")),
        eq(shipmentEntries.status, sql.placeholder("status")),
        sql`${shipmentEntries.substatus} IS ${sql.placeholder("substatus")}`,
        sql`${shipmentEntries.code} IS NULL`,
      ),
    )
    .prepare();
  const underWay = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        inArray(shipments.status, ["assigned", "in_transit", "returning"]),
      ),
    )
    .limit(sql.placeholder("limit"))
    .prepare();
  const underWayWith = db
    .select({ id: assignments.shipmentId })
    .from(assignments)
    .where(
      and(
        sql`${assignments.carrier} ->> '$.id' = ${sql.placeholder("carrierId")}`,
        inArray(assignments.status, ["pending", "confirmed"]),
      ),
    )
    .limit(sql.placeholder("limit"))
    .prepare();
  const lookWithoutDriver = db
    .update(shipments)
    .set({ attentionAt: placeholderFor("now") })
    .where(
      and(
        sql`${shipments.withoutDriver} = 1`,
        sql`+${shipments.carrierId} = ${sql.placeholder("carrierId")}`,
      ),
    )
    .prepare();
  const entryCount = db
    .select({ last: max(shipmentEntries.sequence) })
    .from(shipmentEntries)
    .where(eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const told = db
    .select({ found: sql`1` })
    .from(shipmentEntries)
    .where(
      and(
        eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")),
        eq(shipmentEntries.status, sql.placeholder("status")),
        sql`${shipmentEntries.substatus} IS ${sql.placeholder("substatus")}`,
        sql`${shipmentEntries.code} IS NOT 'late_report'`,
      ),
    )
    .limit(1)
    .prepare();
  const toldLate = db
    .select({ found: sql`1` })
    .from(shipmentEntries)
    .where(
      and(
        eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")),
        eq(shipmentEntries.message, sql.placeholder("message")),
        eq(shipmentEntries.code, "late_report"),
      ),
    )
    .limit(1)
    .prepare();
  const lastEntry = db
    .select({ sequence: shipmentEntries.sequence, hash: shipmentEntries.hash })
    .from(shipmentEntries)
    .where(eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(desc(shipmentEntries.sequence))
    .limit(1)
    .prepare();
  const entriesOf = db
    .select()
    .from(shipmentEntries)
    .where(
      and(
        eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")),
        gt(shipmentEntries.sequence, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(shipmentEntries.sequence))
    .prepare();
  /** Some entries whole: SQLite finds them in the index only if it gives nothing but their numbers. */
  const entriesIn = (sequences: SQL) =>
    db
      .select()
      .from(shipmentEntries)
      .where(
        and(
          eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")),
          sql`${shipmentEntries.sequence} IN (SELECT sequence FROM shipment_entries
            WHERE shipment_id = ${sql.placeholder("shipmentId")} AND ${sequences})`,
        ),
      )
      .orderBy(asc(shipmentEntries.sequence))
      .prepare();
  const additionsOf = entriesIn(sql`status = 'delivered' AND substatus IS NULL AND code = 'proof_added'`);
  const lateReports = entriesIn(sql`message = ${sql.placeholder("message")} AND code = 'late_report'`);
  /** Two lookups by key cost a third of one join with as many columns. */
  function withAssignment(shipment: ShipmentRow): ShipmentRecord {
    const { assignmentId: id } = shipment;
    return { shipment, assignment: id === null ? null : (assignmentById.get({ id }) ?? null) };
  }

  function recordOf(shipment: ShipmentRow | undefined): ShipmentRecord | undefined {
    return shipment && withAssignment(withoutInvented(shipment));
  }

  const change = rowChange(db, shipments, "id");

  return {
    insert: rowInsert(db, shipments),
    findOwn: (accountId: string, id: string): ShipmentRecord | undefined =>
      recordOf(findOwn.get({ accountId, id })),
    find(id: string): ShipmentRow | undefined {
      const row = findAny.get({ id });
      return row && withoutInvented(row);
    },
    withAssignment,
    findAssignment: (id: string) => assignmentById.get({ id }),
    findNames: (id: string) => namesById.get({ id }),
    findByLink: (hash: string): ShipmentRecord | undefined => recordOf(findByLink.get({ hash })),

    changeAssignment: rowChange(db, assignments, "id"),
    touchAssignment: (id: string, now: number): void => void touchAssignment.run({ id, now }),

    /** Ids of an account's shipments that a carrier has. */
    underWay: (accountId: string, limit: number): string[] =>
      underWay.all({ accountId, limit }).map(({ id }) => id),
    /** Ids of the shipments that a carrier has. */
    underWayWith: (carrierId: string, limit: number): string[] =>
      underWayWith.all({ carrierId, limit }).map(({ id }) => id),
    change,
    /** Makes the looks at a fleet's jobs without a driver due. */
    lookWithoutDriver: (carrierId: string, now: number): void =>
      void lookWithoutDriver.run({ carrierId, now }),
    /** A whole row takes several times as long: the index of each column that is named is written anew. */
    update: (before: ShipmentRow, after: ShipmentRow): void =>
      change(after.id, changedColumns(before, after)),
    saveTrouble: rowUpsert(db, shipmentTroubles, "shipmentId", "kind"),
    troublesOf: (shipmentId: string): TroubleRow[] => troublesOf.all({ shipmentId }),

    insertEntry: rowInsert(db, shipmentEntries),
    lastEntry: (shipmentId: string): Pick<EntryRow, "sequence" | "hash"> | undefined =>
      lastEntry.get({ shipmentId }),
    /** The entries of a shipment after a sequence number. */
    entriesOf: (shipmentId: string, after: number): EntryRow[] => entriesOf.all({ shipmentId, after }),
    /** Entries that added to the proof of delivery, oldest first. */
    additionsOf: (shipmentId: string): EntryRow[] => additionsOf.all({ shipmentId }),
    entryCount: (shipmentId: string): number => entryCount.get({ shipmentId })?.last ?? 0,

    /** Whether the timeline has this state; late reports apart. */
    hasEntry: (shipmentId: string, status: Status, substatus: Substatus | null): boolean =>
      told.get({ shipmentId, status, substatus }) !== undefined,
    /** When the timeline last came to this state; null if it never did. */
    reachedAt: (shipmentId: string, status: Status, substatus: Substatus | null): number | null =>
      reachedAt.get({ shipmentId, status, substatus })?.at ?? null,
    hasLateEntry: (shipmentId: string, message: string): boolean =>
      toldLate.get({ shipmentId, message }) !== undefined,

    lateEvidenceOf: (shipmentId: string, message: string): Evidence[] =>
      lateReports.all({ shipmentId, message }).flatMap(({ evidence }) => evidence ?? []),

    hasAny: (): boolean => db.select({ found: sql`1` }).from(shipments).limit(1).get() !== undefined,

    /** How many shipments an account has in these states. */
    countIn: (accountId: string, states: readonly Status[]): number =>
      db
        .select({ total: count() })
        .from(shipments)
        .where(and(eq(shipments.accountId, accountId), inArray(shipments.status, [...states])))
        .get()?.total ?? 0,

    /** Deletes at most `limit`. @returns their ids */
    deleteOfAccount: (accountId: string, limit: number): string[] =>
      deleteOfAccount.all({ accountId, limit }).map(({ id }) => id),
  };
});
