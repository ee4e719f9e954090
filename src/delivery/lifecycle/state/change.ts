import { countOutcome } from "../../../access/usage/counting.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import type { Writing } from "../../../infra/deps.ts";
import type { EventType } from "../../../messaging/events/event.ts";
import { appendEvent } from "../../../messaging/events/service.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import type { Status, Substatus } from "../../model/model.ts";
import { linkAfter } from "./chain-link.ts";
import { correctedMoments } from "./correction.ts";
import { dueOf } from "./due.ts";
import { openMembersOf, valuesOf } from "./entry.ts";
import type { ShipmentEventType } from "./events.ts";
import type { Evidence } from "./evidence.ts";
import { nextLookAt } from "./looking.ts";
import { viewOfRecord } from "./reading.ts";
import { assertMayCorrect, assertMayMove } from "./refusal.ts";
import type { EntryRow, ShipmentRecord, ShipmentRow } from "./rows.ts";
import type { ShipmentView } from "./schema.ts";
import { expiryOf, type TroubleKind } from "./shipment.ts";
import { type Actor, isAtRest, isFinal } from "./status.ts";
import { shipmentStore } from "./store.ts";
import { storedLink } from "./tracking-link.ts";
import { states } from "./transitions.ts";
import { stopArrivedAt } from "./waiting.ts";

/** The one place where a shipment changes. Each change writes the row, an entry of the timeline and an event. */

interface Change {
  by: Actor;
  /** The state to enter, or the present one again. */
  status?: Status;
  /** A person puts the state right, by the table of corrections. */
  corrects?: true;
  substatus?: Substatus;
  /** One sentence for people, in the timeline. */
  message: string;
  code?: string;
  location?: { latitude: number; longitude: number } | null;
  /** What the report showed: its pictures are stored. */
  evidence?: Evidence | null;
  /** Another event than that of the state or of changed details. */
  event?: { type: EventType; data: Record<string, unknown> };
  /** When it happened: before now for a carrier's report. */
  at?: number;
  /** When the first rule about offers can hold, for a shipment that gets quotes. */
  offersEndAt?: number;
  /** The hash of the proof that was saved just before: the entry comes after it in the chain. */
  proofHash?: string;
  /** Other columns to change. */
  set?: Partial<ShipmentRow>;
}

/** @throws AppError `transition_not_allowed` */
export function changeShipment(writing: Writing, before: ShipmentRow, change: Change): ShipmentRow {
  const assertMay = change.corrects ? assertMayCorrect : assertMayMove;
  if (change.status) assertMay(before.status, change.status, change.by);
  const record = changed(writing, before, change);
  const { shipment: after } = record;
  shipmentStore(writing.tx).update(before, after);
  const assignmentId = after.assignmentId ?? before.assignmentId;
  if (assignmentId !== null) shipmentStore(writing.tx).touchAssignment(assignmentId, writing.now);
  if (assignmentId !== null) markChanged(assignmentId);
  const hash = change.status || change.substatus ? recordEntry(writing, after, change) : null;
  appendChange(writing, before, after, change, hash, () => viewOfRecord(writing, record));
  return after;
}

/** Writes an entry without a change, such as a carrier's late report. @returns its hash */
export function recordEntry(writing: Writing, row: ShipmentRow, change: Change): string {
  return insertEntry(writing, row, change, shipmentStore(writing.tx).lastEntry(row.id));
}

/** Writes an entry after `last`, which is the newest; undefined for the first one of a shipment. @returns its hash */
export function insertEntry(
  writing: Writing,
  row: ShipmentRow,
  change: Change,
  last: Pick<EntryRow, "sequence" | "hash"> | undefined,
): string {
  markChanged(row.id);
  const entry = {
    shipmentId: row.id,
    sequence: (last?.sequence ?? 0) + 1,
    status: row.status,
    substatus: row.substatus,
    code: change.code ?? null,
    message: change.message,
    source: change.by,
    location: change.location ?? null,
    occurredAt: change.at ?? writing.now,
    // The simulator's instant steps are a few milliseconds ahead of the clock.
    recordedAt: Math.max(writing.now, change.at ?? 0),
    evidence: change.evidence ?? null,
  };
  const previous = change.proofHash ?? last?.hash ?? null;
  const link = linkAfter(previous, writing.deps.ids, openMembersOf(entry), valuesOf(entry));
  shipmentStore(writing.tx).insertEntry({ ...entry, ...link });
  return link.hash;
}

/** Counts a wrong PIN. Callers see no change of the shipment. */
export function countPinTry(writing: Writing, row: ShipmentRow): ShipmentRow {
  const counted = { ...row, pinTries: row.pinTries + 1 };
  shipmentStore(writing.tx).change(row.id, { pinTries: counted.pinTries });
  return recordTrouble(writing, counted, "pin_refused", "The recipient's PIN was wrong.");
}

/** Records a fact that needs a person, and makes the rules of attention due at once. @returns the shipment as it is then */
export function recordTrouble(
  writing: Writing,
  row: ShipmentRow,
  kind: TroubleKind,
  detail: string,
  at: number = writing.now,
): ShipmentRow {
  shipmentStore(writing.tx).saveTrouble({ shipmentId: row.id, kind, at, detail });
  return markAttentionDue(writing, row);
}

/** Makes the rules of attention due at once: rows beside the shipment's own changed. @returns the shipment as it is then */
export function markAttentionDue({ tx, now }: Writing, row: ShipmentRow): ShipmentRow {
  const attentionAt = Math.min(row.attentionAt ?? now, now);
  shipmentStore(tx).change(row.id, { attentionAt });
  return { ...row, attentionAt };
}

/** Keeps when the rules of attention are looked at next. */
export function saveLook(
  { tx }: Writing,
  shipmentId: string,
  look: { attentionAt: number | null; needsAttention: boolean },
): void {
  shipmentStore(tx).change(shipmentId, look);
}

/** Writes a `tracking.*` event with the shipment's next number. @returns the shipment with the new count */
export function appendTrackingEvent(
  writing: Writing,
  row: ShipmentRow,
  type: string,
  details: Record<string, unknown>,
  at: number,
): ShipmentRow {
  const counted = { ...row, eventCount: row.eventCount + 1 };
  shipmentStore(writing.tx).change(row.id, { eventCount: counted.eventCount });
  appendEvent(writing, {
    type,
    accountId: row.accountId,
    shipmentId: row.id,
    sequence: counted.eventCount,
    data: { ...trackingData(counted), sequence: counted.eventCount, ...details },
    at,
  });
  return counted;
}

/** The data of every `tracking.*` event. */
export function trackingData(row: ShipmentRow): Record<string, unknown> {
  return {
    shipment_id: row.id,
    tracking_number: row.trackingNumber,
    status: row.status,
    substatus: row.substatus,
  };
}

function changed({ deps, tx, now }: Writing, before: ShipmentRow, change: Change): ShipmentRecord {
  const at = change.at ?? now;
  const after: ShipmentRow = {
    ...before,
    ...change.set,
    version: before.version + 1,
    eventCount: before.eventCount + 1,
    // Not when it happened: who asks for what changed since then would miss a late report.
    updatedAt: now,
  };
  if (change.status) {
    after.status = change.status;
    const { substatus, moment, due } = states[change.status];
    after.substatus = substatus;
    if (moment !== null) after[moment] = at;
    if (isFinal(change.status)) after.endedAt = now;
    if (change.corrects) Object.assign(after, correctedMoments(before, after, { at, now }));
    after.expiresAt =
      due === "carrier" ? expiryOf(now, deps.config.shipmentExpirySeconds * 1000, after.pickup.window) : null;
  }
  if (change.substatus) after.substatus = change.substatus;
  after.stopArrivedAt = stopArrivedAt(before, after, { by: change.by, at });
  // A moved window can only make the wait longer.
  if (after.expiresAt !== null) after.expiresAt = expiryOf(after.expiresAt, 0, after.pickup.window);
  after.attentionAt = nextLookAt(before, after, now, {
    quotingMs: deps.config.quotingDeadlineSeconds * 1000,
    offersEndAt: change.offersEndAt,
  });
  const record = shipmentStore(tx).withAssignment(after);
  after.dueAt = dueOf(after, record.assignment);
  after.withoutDriver &&= isAtRest(after) && record.assignment?.driver == null;
  return record;
}

/** Counts a new state, and writes the event of a change. @param hash of its entry; null without one */
export function appendChange(
  writing: Writing,
  before: ShipmentRow | undefined,
  after: ShipmentRow,
  change: Change,
  hash: string | null,
  viewAfter: () => ShipmentView,
): void {
  if (after.status !== before?.status) countOutcome(writing, after.accountId, "shipment", after.status);
  const at = change.at ?? writing.now;
  const numbered = { accountId: after.accountId, shipmentId: after.id, sequence: after.eventCount, at };
  if (change.status === undefined && change.substatus !== undefined) {
    appendEvent(writing, {
      ...numbered,
      type: "tracking.substatus_changed",
      data: {
        ...trackingData(after),
        sequence: after.eventCount,
        previous_substatus: before?.substatus ?? null,
        occurred_at: toTimestamp(at),
      },
    });
    return;
  }
  const shipment = viewAfter();
  appendEvent(writing, {
    ...numbered,
    type: change.event?.type ?? (change.status ? eventTypeFor(change.status, !before) : "shipment.updated"),
    link: storedLink(after, shipment.tracking_url),
    data: {
      shipment,
      sequence: after.eventCount,
      previous_status: before?.status ?? null,
      ...(change.status === "delivered" ? { proof_head: hash } : {}),
      ...change.event?.data,
    },
  });
}

/** Each state has its event. Going back to `created` is an update, as nothing was created. */
function eventTypeFor(status: Status, isNew: boolean): ShipmentEventType {
  if (status === "created") return isNew ? "shipment.created" : "shipment.updated";
  return `shipment.${status}`;
}
