import { and, desc, eq, gte, isNull, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { Status } from "../../model/model.ts";
import type { ShipmentRow } from "./rows.ts";
import { shipments } from "./table.ts";

/** Shipments that may be of the same order as another one. */

export type SimilarShipment = Pick<ShipmentRow, "id" | "reference" | "pickup" | "delivery" | "createdAt">;

/** Whose goods are ordered again. */
const undone: Status[] = ["cancelled", "expired", "failed", "returned"];
/** Newest first: an account may have thousands to a street. */
const limit = 50;

export const similarStore = prepared((db) => {
  const { id, reference, pickup, delivery, createdAt } = shipments;
  const find = (same: SQL | undefined) =>
    db
      .select({ id, reference, pickup, delivery, createdAt })
      .from(shipments)
      .where(
        and(
          eq(shipments.accountId, sql.placeholder("accountId")),
          same,
          gte(createdAt, sql.placeholder("from")),
          lt(createdAt, sql.placeholder("until")),
          notInArray(shipments.status, undone),
        ),
      )
      .orderBy(desc(createdAt))
      .limit(sql.raw(String(limit)) as never)
      .prepare();
  const byReference = find(eq(reference, sql.placeholder("reference")));
  const byStreet = find(
    and(sql`${delivery} ->> '$.address.line1' = ${sql.placeholder("line1")}`, isNull(shipments.redactedAt)),
  );
  const since = db
    .select({ id })
    .from(shipments)
    .where(
      and(eq(shipments.accountId, sql.placeholder("accountId")), gte(createdAt, sql.placeholder("from"))),
    )
    .limit(sql.raw("1") as never)
    .prepare();
  return {
    anySince: (accountId: string, from: number): boolean => since.get({ accountId, from }) !== undefined,
    byReference: (at: {
      accountId: string;
      reference: string;
      from: number;
      until: number;
    }): SimilarShipment[] => byReference.all(at),
    byStreet: (at: { accountId: string; line1: string; from: number; until: number }): SimilarShipment[] =>
      byStreet.all(at),
  };
});
