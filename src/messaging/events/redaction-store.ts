import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import type { StoredText } from "../../infra/stored-links.ts";
import type { EventRow } from "./store.ts";
import { events } from "./table.ts";

/** The events about a shipment, in the order of the log, and how a body is rewritten. */
export const redactionRows = prepared((db) => {
  const after = gt(events.position, sql.placeholder("after"));
  const ofShipment = db
    .select()
    .from(events)
    .where(and(eq(events.shipmentId, sql.placeholder("shipmentId")), after))
    .orderBy(asc(events.position))
    .limit(sql.placeholder("limit"))
    .prepare();
  const ofAttention = db
    .select()
    .from(events)
    .where(
      and(
        inArray(events.type, ["attention.raised", "attention.settled"]),
        sql`${events.body} ->> '$.data.attention.shipment_id' = ${sql.placeholder("shipmentId")}`,
        after,
      ),
    )
    .orderBy(asc(events.position))
    .limit(sql.placeholder("limit"))
    .prepare();
  const rewrite = db
    .update(events)
    .set({ body: sql`${sql.placeholder("body")}`, isRedacted: true })
    .where(eq(events.position, sql.placeholder("position")))
    .prepare();
  const find = db
    .select({ isRedacted: events.isRedacted })
    .from(events)
    .where(eq(events.id, sql.placeholder("id")))
    .prepare();

  const replace = db
    .update(events)
    .set({
      body: sql`replace(${events.body}, ${sql.placeholder("text")}, ${sql.placeholder("replacement")})`,
    })
    .where(
      and(
        eq(events.shipmentId, sql.placeholder("shipmentId")),
        sql`instr(${events.body}, ${sql.placeholder("text")}) > 0`,
      ),
    )
    .prepare();

  return {
    /** In the bodies of all events of the shipment. */
    replace: (shipmentId: string, text: string, replacement: string): void =>
      void replace.run({ shipmentId, text, replacement }),
    /** Also those of attention, whose rows do not name the shipment. */
    after(shipmentId: string, position: number, limit: number): EventRow[] {
      const named = { shipmentId, after: position, limit };
      return [...ofShipment.all(named), ...ofAttention.all(named)]
        .sort((one, other) => one.position - other.position)
        .slice(0, limit);
    },
    rewrite: (position: number, body: StoredText): void => void rewrite.run({ position, body }),
    isRedacted: (id: string): boolean => find.get({ id })?.isRedacted ?? false,
  };
});
