import { and, asc, count, desc, eq, inArray, max, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { placeholderFor, rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { Quote } from "./quote.ts";
import { quoteRounds, quotes } from "./table.ts";

export type RoundRow = typeof quoteRounds.$inferSelect;

/** Where a quote stands in the order of expiry. */
export type QuotePlace = Pick<Quote, "expiresAt" | "id">;

export const quoteStore = prepared((db) => {
  const lastRound = db
    .select()
    .from(quoteRounds)
    .where(eq(quoteRounds.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(desc(quoteRounds.number))
    .limit(1)
    .prepare();
  const rounds = db
    .select()
    .from(quoteRounds)
    .where(eq(quoteRounds.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const findRound = db
    .select()
    .from(quoteRounds)
    .where(
      and(
        eq(quoteRounds.shipmentId, sql.placeholder("shipmentId")),
        eq(quoteRounds.number, sql.placeholder("number")),
      ),
    )
    .prepare();
  const ofRound = db
    .select()
    .from(quotes)
    .where(
      and(eq(quotes.shipmentId, sql.placeholder("shipmentId")), eq(quotes.round, sql.placeholder("round"))),
    )
    .prepare();
  const countOfRound = db
    .select({ total: count(), lastExpiresAt: max(quotes.expiresAt) })
    .from(quotes)
    .where(
      and(eq(quotes.shipmentId, sql.placeholder("shipmentId")), eq(quotes.round, sql.placeholder("round"))),
    )
    .prepare();
  const ofCarrier = db
    .select({ id: quotes.id, shipmentId: quotes.shipmentId, expiresAt: quotes.expiresAt })
    .from(quotes)
    .where(
      and(
        sql`${quotes.carrier} ->> '$.id' = ${sql.placeholder("carrierId")}`,
        inArray(quotes.status, ["open", "declined"]),
        sql`(${quotes.expiresAt}, ${quotes.id}) > (${sql.placeholder("expiresAt")}, ${sql.placeholder("id")})`,
      ),
    )
    .orderBy(asc(quotes.expiresAt), asc(quotes.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const findById = db
    .select()
    .from(quotes)
    .where(eq(quotes.id, sql.placeholder("id")))
    .prepare();

  const updateRound = db
    .update(quoteRounds)
    .set({
      state: placeholderFor("state"),
      unavailable: placeholderFor("unavailable"),
      deadlineAt: placeholderFor("deadlineAt"),
    })
    .where(
      and(
        eq(quoteRounds.shipmentId, sql.placeholder("shipmentId")),
        eq(quoteRounds.number, sql.placeholder("number")),
      ),
    )
    .prepare();
  const move = db
    .update(quotes)
    .set({ status: placeholderFor("to") })
    .where(
      and(eq(quotes.shipmentId, sql.placeholder("shipmentId")), eq(quotes.status, sql.placeholder("from"))),
    )
    .prepare();

  const change = rowChange(db, quotes, "id");

  return {
    insertRound: rowInsert(db, quoteRounds),
    lastRound: (shipmentId: string): RoundRow | undefined => lastRound.get({ shipmentId }),
    rounds: (shipmentId: string): RoundRow[] => rounds.all({ shipmentId }),
    findRound: (shipmentId: string, number: number): RoundRow | undefined =>
      findRound.get({ shipmentId, number }),
    updateRound(
      round: RoundRow,
      change: Partial<Pick<RoundRow, "state" | "unavailable" | "deadlineAt">>,
    ): void {
      updateRound.run({ ...round, ...change });
    },

    insert: rowInsert(db, quotes),
    find: (id: string): Quote | undefined => findById.get({ id }),
    ofRound: (shipmentId: string, round: number): Quote[] => ofRound.all({ shipmentId, round }),
    /** How many offers it has, and when the last one expires. */
    countOfRound: (shipmentId: string, round: number): { total: number; lastExpiresAt: number | null } =>
      countOfRound.get({ shipmentId, round }) ?? { total: 0, lastExpiresAt: null },
    /** A carrier's quotes that are open or would reopen, in the order of their expiry, after a place. */
    openOfCarrier: (carrierId: string, { expiresAt, id }: QuotePlace, limit: number) =>
      ofCarrier.all({ carrierId, expiresAt, id, limit }),
    setStatus: (id: string, status: Quote["status"]): void => change(id, { status }),
    /** Moves the shipment's quotes from any of these states to another. */
    moveAll(shipmentId: string, from: Quote["status"][], to: Quote["status"]): void {
      for (const status of from) move.run({ shipmentId, from: status, to });
    },
  };
});

/** Running rounds at their deadline, as `<shipment id>:<number>`. */
export const roundsEnding = dueRows({
  table: "quote_rounds",
  id: (row) => `${row}.shipment_id || ':' || ${row}.number`,
  at: (row) => `${row}.deadline_at`,
  when: (row) => `${row}.state = 'running'`,
  account: (row) => `(SELECT account_id FROM shipments WHERE id = ${row}.shipment_id)`,
});
