import { asc, eq, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { Step } from "./rows.ts";
import { shipmentEntries } from "./table.ts";

/** The timeline without the words of people: many are read at once. */
export const stepStore = prepared((db) => {
  const { status, substatus, code, occurredAt, recordedAt, shipmentId, sequence } = shipmentEntries;
  const ofShipment = db
    .select({ status, substatus, code, occurredAt, recordedAt })
    .from(shipmentEntries)
    .where(eq(shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(sequence))
    .prepare();
  return { ofShipment: (shipmentId: string): Step[] => ofShipment.all({ shipmentId }) };
});
