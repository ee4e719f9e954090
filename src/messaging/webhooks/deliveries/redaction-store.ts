import { and, eq, isNotNull, or, sql } from "drizzle-orm";
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
  return {
    /** @returns how many */
    forgetSome(eventId: string, limit: number): number {
      const attempts = answered.all({ eventId, limit });
      for (const attempt of attempts) forget.run(attempt);
      return attempts.length;
    },
  };
});
