import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import { quoteAsks, quoteRounds } from "./table.ts";

export interface OpenAsk {
  shipmentId: string;
  round: number;
  carrier: CarrierIdentity;
  /** When its round ends. */
  deadlineAt: number;
}

export const askStore = prepared((db) => {
  const isOfRound = and(
    eq(quoteAsks.shipmentId, sql.placeholder("shipmentId")),
    eq(quoteAsks.round, sql.placeholder("round")),
  );
  const ofRound = db.select({ carrier: quoteAsks.carrier }).from(quoteAsks).where(isOfRound).prepare();
  const answerTimes = db
    .select({ answersAt: quoteAsks.answersAt })
    .from(quoteAsks)
    .where(isOfRound)
    .prepare();
  const remove = db
    .delete(quoteAsks)
    .where(and(isOfRound, eq(quoteAsks.carrierId, sql.placeholder("carrierId"))))
    .prepare();
  const delayed = db
    .select({ carrier: quoteAsks.carrier, answersAt: sql<number>`${quoteAsks.answersAt}` })
    .from(quoteAsks)
    .where(
      and(isOfRound, eq(quoteAsks.carrierId, sql.placeholder("carrierId")), isNotNull(quoteAsks.answersAt)),
    )
    .prepare();
  const toAsk = db
    .select({ carrier: quoteAsks.carrier })
    .from(quoteAsks)
    .where(and(isOfRound, isNull(quoteAsks.answersAt)))
    .prepare();
  const removeOfRound = db.delete(quoteAsks).where(isOfRound).prepare();
  const ofAccount = db
    .select({ n: sql<number>`count(*)` })
    // In this order: an account can have many shipments, and few of them wait.
    .from(sql`quote_asks CROSS JOIN shipments ON shipments.id = quote_asks.shipment_id`)
    .where(sql`shipments.account_id = ${sql.placeholder("accountId")} AND quote_asks.answers_at IS NULL`)
    .prepare();
  const open = db
    .select({
      shipmentId: quoteAsks.shipmentId,
      round: quoteAsks.round,
      carrier: quoteAsks.carrier,
      deadlineAt: quoteRounds.deadlineAt,
    })
    .from(quoteRounds)
    .innerJoin(
      quoteAsks,
      and(eq(quoteAsks.shipmentId, quoteRounds.shipmentId), eq(quoteAsks.round, quoteRounds.number)),
    )
    .where(and(eq(quoteRounds.state, "running"), isNull(quoteAsks.answersAt)))
    .orderBy(asc(quoteRounds.deadlineAt))
    .prepare();

  return {
    insert: rowInsert(db, quoteAsks),
    /** The carriers that the round still waits for. */
    ofRound: (shipmentId: string, round: number): CarrierIdentity[] =>
      ofRound.all({ shipmentId, round }).map(({ carrier }) => carrier),
    /** Those of them that no script delays. */
    toAsk: (shipmentId: string, round: number): CarrierIdentity[] =>
      toAsk.all({ shipmentId, round }).map(({ carrier }) => carrier),
    /** When these answer; null for one that is being asked. */
    answerTimes: (shipmentId: string, round: number): (number | null)[] =>
      answerTimes.all({ shipmentId, round }).map(({ answersAt }) => answersAt),
    /** @returns whether the ask was still open */
    remove: (shipmentId: string, round: number, carrierId: string): boolean =>
      remove.run({ shipmentId, round, carrierId }).changes > 0,
    removeOfRound: (shipmentId: string, round: number): void => void removeOfRound.run({ shipmentId, round }),
    /** How many wait for their carrier. Reads all that are. */
    countOfAccount: (accountId: string): number => ofAccount.get({ accountId })?.n ?? 0,
    /** The carrier that a script delays, and its time. */
    delayed: (shipmentId: string, round: number, carrierId: string) =>
      delayed.get({ shipmentId, round, carrierId }),
    /** Every ask that waits for its carrier, those of the oldest round first. */
    listOpen: (): OpenAsk[] => open.all(),
  };
});

/** Asks that a script delays, as `<shipment id>:<round>:<carrier id>`. */
export const delayedAsksDue = dueRows({
  table: "quote_asks",
  id: (row) => `${row}.shipment_id || ':' || ${row}.round || ':' || ${row}.carrier_id`,
  at: (row) => `${row}.answers_at`,
  account: (row) => `(SELECT account_id FROM shipments WHERE id = ${row}.shipment_id)`,
});
