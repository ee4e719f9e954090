import type { Tx } from "../../infra/db/store.ts";
import type { Writing } from "../../infra/deps.ts";
import { markedPath, type StoredText } from "../../infra/stored-links.ts";
import { bytesPerMb } from "../../infra/units.ts";
import type { Envelope } from "./event.ts";
import { redactionRows } from "./redaction-store.ts";
import { eventStore } from "./store.ts";

/** Rewrites bodies of the log. Ids, order, sequences and types stay, and so does whatever stands beside the body. */

/** What one transaction rewrites at most: some ten milliseconds. */
const rowsMax = 100;
const charactersMax = bytesPerMb;

interface Rewriting {
  shipmentId: string;
  /** The position of the last event that was rewritten. */
  through: number;
  redact(envelope: Envelope): Envelope;
  /** Erases what goes with the event before its body. False: something is left, so that the event comes up again. */
  before(eventId: string): boolean;
}

/**
 * Rewrites some of the events about a shipment, the oldest first.
 * @returns how far it came, and whether any may be left
 */
export function redactEvents(
  { tx }: Writing,
  { shipmentId, through, redact, before }: Rewriting,
): { through: number; isMore: boolean } {
  const rows = redactionRows(tx);
  const events = rows.after(shipmentId, through, rowsMax);
  let position = through;
  let characters = 0;
  for (const event of events) {
    if (characters > charactersMax || !before(event.id)) return { through: position, isMore: true };
    const redacted = JSON.stringify(redact(JSON.parse(event.body) as Envelope)) as StoredText;
    rows.rewrite(event.position, redacted);
    characters += event.body.length;
    position = event.position;
  }
  return { through: position, isMore: events.length === rowsMax };
}

/** Marks a link of the shipment in events of earlier versions, which have its token. */
export function markLinkInEvents(tx: Tx, shipmentId: string, token: string, hash: string): void {
  redactionRows(tx).replace(shipmentId, `/t/${token}`, markedPath(hash));
}

/** Whether the event has the redacted form. */
export function isEventRedacted(tx: Tx, id: string): boolean {
  return redactionRows(tx).isRedacted(id);
}

/** Removes the events about charges and attention of these shipments, which came since a time, with their deliveries. */
export function forgetEventsAbout(
  { tx }: Writing,
  accountId: string,
  shipmentIds: readonly string[],
  since: number,
): void {
  eventStore(tx).deleteAbout(accountId, shipmentIds, since);
}

/** Removes the events of a shipment with their deliveries. */
export function forgetEventsOf({ tx }: Writing, accountId: string, shipmentId: string): void {
  eventStore(tx).deleteOfShipment(accountId, shipmentId);
}
