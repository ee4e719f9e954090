import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { webhookAttempts, webhookDeliveries } from "./table.ts";

/** The responses that receivers gave to an event. */
export const redactionRows = prepared((db) => {
  const answered = db
    .select({ deliveryId: webhookAttempts.deliveryId, number: webhookAttempts.number })
    .from(webhookDeliveries)
    .innerJoin(webhookAttempts, eq(webhookAttempts.deliveryId, webhookDeliveries.id))
    .where(
      and(
        eq(webhookDeliveries.eventId, sql.placeholder("eventId")),
        or(isNotNull(webhookAttempts.responseBody), isNotNull(webhookAttempts.responseHeaders)),
      ),
    )
    .limit(sql.placeholder("limit"))
    .prepare();
  const forget = db
    .update(webhookAttempts)
    .set({ responseHeaders: null, responseBody: null })
    .where(
      and(
        eq(webhookAttempts.deliveryId, sql.placeholder("deliveryId")),
        eq(webhookAttempts.number, sql.placeholder("number")),
      ),
    )
    .prepare();
  const [body, headers] = [webhookAttempts.responseBody, webhookAttempts.responseHeaders];
  const text = sql.placeholder("text");
  const replaced = (column: typeof body | typeof headers) =>
    sql`replace(${column}, ${text}, ${sql.placeholder("replacement")})`;
  const eventsOf = sql`(SELECT id FROM events WHERE shipment_id = ${sql.placeholder("shipmentId")})`;
  const deliveriesOf = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.eventId} IN ${eventsOf}`);
  const replace = db
    .update(webhookAttempts)
    .set({ responseBody: replaced(body), responseHeaders: replaced(headers) })
    .where(
      and(
        inArray(webhookAttempts.deliveryId, deliveriesOf),
        sql`(instr(${body}, ${text}) > 0 OR instr(${headers}, ${text}) > 0)`,
      ),
    )
    .prepare();
  return {
    /** In the responses to all events of the shipment. */
    replace: (shipmentId: string, text: string, replacement: string): void =>
      void replace.run({ shipmentId, text, replacement }),
    /** @returns how many */
    forgetSome(eventId: string, limit: number): number {
      const attempts = answered.all({ eventId, limit });
      for (const attempt of attempts) forget.run(attempt);
      return attempts.length;
    },
  };
});
