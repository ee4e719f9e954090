import { and, asc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { AssignmentRow } from "./rows.ts";
import { assignments, shipments } from "./table.ts";

/** How a person is reached; the email address in lower case. */
export interface Reached {
  phone: string | null;
  emailKey: string | null;
}

/** What a redaction reads of shipments and assignments. */
export const redactionRows = prepared((db) => {
  const shipmentId = sql.placeholder("shipmentId");
  const assignmentsOf = db.select().from(assignments).where(eq(assignments.shipmentId, shipmentId)).prepare();
  const deleteOne = db
    .delete(shipments)
    .where(eq(shipments.id, sql.placeholder("id")))
    .prepare();
  const endedBefore = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        lt(shipments.endedAt, sql.placeholder("before")),
        isNull(shipments.redactedAt),
      ),
    )
    .orderBy(asc(shipments.endedAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const expiredBefore = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        lt(shipments.updatedAt, sql.placeholder("before")),
        eq(shipments.status, "expired"),
      ),
    )
    .orderBy(asc(shipments.updatedAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const firstEnded = db
    .select({ at: sql<number | null>`min(${shipments.endedAt})` })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        isNotNull(shipments.endedAt),
        isNull(shipments.redactedAt),
      ),
    )
    .prepare();
  const firstExpired = db
    .select({ at: sql<number | null>`min(${shipments.updatedAt})` })
    .from(shipments)
    .where(and(eq(shipments.accountId, sql.placeholder("accountId")), eq(shipments.status, "expired")))
    .prepare();
  const accountId = sql.placeholder("accountId");
  /** The conditions are those of the indexes. */
  const ofPerson = (value: SQL, placeholder: string, isReturn = false) =>
    db
      .select({ id: shipments.id, endedAt: shipments.endedAt })
      .from(shipments)
      .where(
        and(
          eq(shipments.accountId, accountId),
          sql`${value} = ${sql.placeholder(placeholder)}`,
          isNull(shipments.redactedAt),
          isReturn ? sql`${shipments.isReturn} = 1` : undefined,
        ),
      )
      .prepare();
  const emailOf = (stop: typeof shipments.pickup | typeof shipments.delivery) =>
    sql`lower(${stop} ->> '$.contact.email')`;
  const byPhone = [
    ofPerson(sql`${shipments.delivery} ->> '$.contact.phone'`, "phone"),
    ofPerson(sql`${shipments.pickup} ->> '$.contact.phone'`, "phone", true),
  ];
  const byEmail = [
    ofPerson(emailOf(shipments.delivery), "email"),
    ofPerson(emailOf(shipments.pickup), "email", true),
  ];
  return {
    deleteOne: (id: string): void => void deleteOne.run({ id }),
    /** Shipments delivered to a phone number or an email address in lower case, and returns from there. */
    ofPerson(accountId: string, { phone, emailKey: email }: Reached): Map<string, number | null> {
      const found = [
        ...(phone === null ? [] : byPhone.flatMap((each) => each.all({ accountId, phone }))),
        ...(email === null ? [] : byEmail.flatMap((each) => each.all({ accountId, email }))),
      ];
      return new Map(found.map(({ id, endedAt }) => [id, endedAt]));
    },
    firstEndOf(accountId: string): number | undefined {
      const ends = [firstEnded, firstExpired].flatMap((first) => first.get({ accountId })?.at ?? []);
      return ends.length === 0 ? undefined : Math.min(...ends);
    },
    endedBefore: (accountId: string, before: number, limit: number): string[] =>
      endedBefore.all({ accountId, before, limit }).map(({ id }) => id),
    expiredBefore: (accountId: string, before: number, limit: number): string[] =>
      expiredBefore.all({ accountId, before, limit }).map(({ id }) => id),
    assignmentsOf: (shipmentId: string): AssignmentRow[] => assignmentsOf.all({ shipmentId }),
  };
});
