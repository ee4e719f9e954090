import { rowEraser } from "../../../infra/db/erasing.ts";
import type { Db } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { redactAnswers } from "../../../infra/idempotency/redaction.ts";
import { redactEvents } from "../../../messaging/events/redaction.ts";
import { forgetResponses } from "../../../messaging/webhooks/deliveries/redaction.ts";
import { forgetUploads } from "../../carriers/images/service.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { markRedacted, recordRedaction, redactedAtOf } from "../../lifecycle/state/redaction.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { forgetPicture, nextPictureToForget } from "../../lifecycle/tracking/redaction.ts";
import { skipMailsOfErased } from "../../recipients/mail/forgetting.ts";
import { redactAnswer, redactEnvelope } from "./redacting.ts";
import { type RedactionRow, redactionStore } from "./store.ts";

/**
 * A redaction step by step. Each step is a transaction of some milliseconds, so that a long history keeps nobody waiting,
 * and a row says what is left, so that a kill between two of them changes nothing.
 */

/** Rows that one step changes or deletes; responses of receivers have up to 16 KiB each. */
const rowsPerStep = 500;
const responsesPerStep = 100;
const foundPerStep = 100;

const eraseRows = rowEraser({
  table: "shipments",
  column: "shipmentId",
  between: { table: "assignments", column: "assignmentId" },
});

/**
 * Erases the shipment's personal data from its own rows and begins with its events; the job `shipments.redact` does the
 * rest. A shipment that was redacted before stays as it is. Call it for shipments in a final state only.
 */
export function beginRedaction(writing: Writing, shipment: ShipmentRow): void {
  if (shipment.redactedAt !== null) return;
  const { tx } = writing;
  markRedacted(writing, shipment);
  eraseRows(tx, shipment.id, rowsPerStep);
  skipMailsOfErased(writing, shipment.id);
  redactionStore(tx).insert({
    shipmentId: shipment.id,
    accountId: shipment.accountId,
    stage: "events",
    eventsThrough: 0,
    dueAt: dueNow(writing),
  });
  continueRedaction(writing, shipment.id);
}

/** Has the job `shipments.redact` erase what files hold of something whose row is gone. Without an account there was none. */
export function eraseFilesOf(writing: Writing, id: string, accountId: string | undefined): void {
  if (accountId === undefined) return;
  const dueAt = dueNow(writing);
  redactionStore(writing.tx).insert({ shipmentId: id, accountId, stage: "files", eventsThrough: 0, dueAt });
}

/** Erases all that `find` finds, each look in a transaction of its own. */
export async function eraseFound(
  deps: Deps,
  environment: Environment,
  find: (db: Db, limit: number) => string[],
  erase: (writing: Writing, id: string) => void,
): Promise<void> {
  const { db } = deps.stores.platform(environment);
  for (;;) {
    const ids = find(db, foundPerStep);
    if (ids.length === 0 || deps.stopping.aborted) return;
    await write(deps, environment, (writing) => {
      for (const id of ids) erase(writing, id);
    });
  }
}

/** At once by the account's clock, and by the server's: the files are the server's. */
function dueNow({ deps, now }: Writing): number {
  return Math.min(now, deps.realClock.now());
}

/** Makes the next step. @returns whether rows are left, so that it has another one */
export function continueRedaction(writing: Writing, shipmentId: string): boolean {
  const { tx } = writing;
  const row = redactionStore(tx).find(shipmentId);
  if (!row || row.stage === "files") return false;
  const shipment = findShipment(tx, shipmentId);
  // Deleted meanwhile, with its rows.
  const isLeft = shipment !== undefined && makeStep(writing, row, shipment);
  if (!isLeft) redactionStore(tx).change(shipmentId, { stage: "files", dueAt: dueNow(writing) });
  return isLeft;
}

/** @returns whether anything but the files is left */
function makeStep(writing: Writing, row: RedactionRow, shipment: ShipmentRow): boolean {
  if (row.stage === "rows") return deleteRows(writing, shipment);
  const of = { id: shipment.id, at: redactedAtOf(shipment, writing.now) };
  const { through, isMore } = redactEvents(writing, {
    shipmentId: shipment.id,
    through: row.eventsThrough,
    redact: (envelope) => redactEnvelope(envelope, of),
    before: (eventId) => forgetResponses(writing, eventId, responsesPerStep) < responsesPerStep,
  });
  if (!isMore) recordRedaction(writing, shipment);
  redactionStore(writing.tx).change(shipment.id, {
    eventsThrough: through,
    ...(!isMore && { stage: "rows" as const }),
  });
  return true;
}

/** Deletes some of what the history holds beside the log. @returns whether there was any */
function deleteRows(writing: Writing, shipment: ShipmentRow): boolean {
  const { id, accountId, createdAt } = shipment;
  if (eraseRows(writing.tx, id, rowsPerStep) > 0) return true;
  const picture = nextPictureToForget(writing, id);
  if (picture !== undefined && forgetUploads(writing, accountId, picture)) return true;
  if (forgetPicture(writing, id)) return true;
  // In a later transaction than the shipment's row: whoever read the row before has stored its response by now.
  const of = { id, at: redactedAtOf(shipment, writing.now) };
  const answers = {
    shipmentId: id,
    // A clock may be ahead of the real time of responses.
    since: writing.deps.clocks ? 0 : createdAt,
    redact: (answer: unknown, path: string) => redactAnswer(answer, path, of),
  };
  return redactAnswers(writing.tx, answers, rowsPerStep) > 0;
}
