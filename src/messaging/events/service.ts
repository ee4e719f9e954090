import { toTimestamp } from "../../infra/clock.ts";
import type { Db, Tx } from "../../infra/db/store.ts";
import type { Whose } from "../../infra/db/whose.ts";
import type { Deps, Writing } from "../../infra/deps.ts";
import { AppError, invalidParameter } from "../../infra/errors.ts";
import type { AppendedEvent } from "../../infra/event.ts";
import { createdWithin, orderedBy, type PageQuery, readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { rawJson, splicedJson } from "../../infra/http/raw-json.ts";
import type { StoredText } from "../../infra/stored-links.ts";
import { type Envelope, type EventType, expandPatterns } from "./event.ts";
import { type EventPlace, eventList, scanMax } from "./list-store.ts";
import type { EventQuery } from "./schema.ts";
import { type EventRow, eventStore } from "./store.ts";
import { readOrWait } from "./waiting.ts";
import { everyAccount, markChanged } from "./watch.ts";

interface NewEvent extends Omit<AppendedEvent, "id"> {
  /** The shipment's count of numbered events; null for an event that is not numbered. */
  sequence: number | null;
  data: Record<string, unknown>;
  at: number;
  /** Sent, but not listed: nothing happened. */
  sample?: boolean;
  /** The path of the link to the recipient's page in `data`, and what is stored in its place; null for none. */
  link?: { shown: string; stored: string } | null;
}

/**
 * Writes an event in the caller's transaction, and calls its subscribers there. The body is serialized
 * once, here: every delivery and every retry sends exactly these bytes, with the link shown. @returns the event's id
 */
export function appendEvent(writing: Writing, event: NewEvent): string {
  const { deps, tx, environment, now } = writing;
  const id = deps.ids.make("evt");
  const envelope: Omit<Envelope, "data"> = {
    id,
    type: event.type,
    timestamp: toTimestamp(event.at),
    api_version: "v1",
    environment,
  };
  eventStore(tx).insert({
    id,
    accountId: event.accountId,
    type: event.type,
    shipmentId: event.shipmentId,
    sequence: event.sequence,
    body: storedBody(
      `${JSON.stringify(envelope).slice(0, -1)},"data":${splicedJson(event.data)}}`,
      event.link,
    ),
    sample: event.sample ?? false,
    isRedacted: false,
    createdAt: now,
  });
  for (const subscriber of deps.eventSubscribers) subscriber(writing, { ...event, id });
  markChanged(event.accountId);
  markChanged(everyAccount(environment));
  return id;
}

function storedBody(body: string, link: NewEvent["link"]): StoredText {
  return (link ? body.replaceAll(link.shown, link.stored) : body) as StoredText;
}

/** The body as everybody gets it. */
export function shownBody(
  { links }: Deps,
  db: Db | Tx,
  { accountId, body }: Pick<EventRow, "accountId" | "body">,
): string {
  return links.show(db, accountId, body);
}

/** Shows items of a list without reading them. */
function asShown(deps: Deps, db: Db): (row: EventRow) => Envelope {
  return (row) => rawJson(shownBody(deps, db, row));
}

/** @throws AppError `not_found` */
export function getEvent(deps: Deps, caller: Caller, id: string): Envelope {
  const { db } = deps.stores.platform(caller.environment);
  const row = eventStore(db).find(caller.accountId, id);
  if (!row) throw new AppError("not_found");
  return JSON.parse(shownBody(deps, db, row)) as Envelope;
}

/**
 * Newest first, or in the order of `sort`. With types and a span, a page can be short or empty; its cursor goes on where
 * the scan stopped.
 */
export function listEvents(deps: Deps, caller: Caller, query: EventQuery, max = scanMax) {
  const {
    limit: _limit,
    cursor: _cursor,
    environment: _environment,
    wait_seconds: _wait,
    sort: order = "newest",
    ...filters
  } = query;
  const { db } = deps.stores.platform(caller.environment);
  const events = eventList(db);
  const within = createdWithin(filters);
  const { after } = filters;
  if (after !== undefined && (within.createdAfter ?? within.createdBefore) !== undefined)
    throw invalidParameter(
      "after",
      "contradictory",
      "must not be combined with created_after or created_before",
    );
  const filter = {
    types: typesOf(filters),
    shipmentId: filters.shipment_id,
    after: after === undefined ? undefined : eventStore(db).positionOf(caller.accountId, after),
    ...within,
    order,
  };
  let stop: EventPlace | undefined;
  return readPage(deps, { name: "events", of: caller, filters: orderedBy(order, filters) }, query, {
    read(place, count) {
      const beyond = place === undefined ? undefined : toPlace(eventStore(db), caller.accountId, place);
      const page = events.read(caller.accountId, filter, beyond, count, max);
      stop = page.stop;
      return page.found;
    },
    placeOf,
    stoppedAt: () => stop && placeOf(stop),
    view: asShown(deps, db),
  });
}

/** As `listEvents`; if the page is empty, waits for the first event that fits. @throws AppError `limit_reached` */
export function awaitEvents(deps: Deps, caller: Caller, query: EventQuery, signal: AbortSignal) {
  const wait = { seconds: query.wait_seconds, watched: caller.accountId, signal };
  return readOrWait(deps, caller, wait, () => listEvents(deps, caller, query));
}

/** Undefined for all. */
export function typesOf({ type }: { type?: string }): EventType[] | undefined {
  return type === undefined ? undefined : expandPatterns(type.split(","));
}

const placeOf = ({ createdAt, position }: EventPlace) => `${createdAt}.${position}`;

/** Cursors of earlier versions have the position alone. */
function toPlace(log: ReturnType<typeof eventStore>, accountId: string, text: string): EventPlace {
  const numbers = text.split(".").map(Number);
  const position = numbers.at(-1) ?? 0;
  if (numbers.length > 1) return { createdAt: numbers[0] ?? 0, position };
  const [event] = log.after(accountId, position - 1, 1);
  return { createdAt: event?.createdAt ?? 0, position };
}

/** An event that happened. A sample exists for one endpoint only and is not found. @throws AppError `not_found` */
export function requireEvent({ tx }: Writing, accountId: string, id: string): AppendedEvent {
  const event = eventStore(tx).find(accountId, id);
  if (!event || event.sample) throw new AppError("not_found");
  const { type, shipmentId } = event;
  return { id, type, accountId, shipmentId };
}

/** The shipment's events, oldest first. The caller must have checked that the shipment belongs to the account. */
export function listShipmentEvents(deps: Deps, caller: Caller, shipmentId: string, query: PageQuery) {
  const { db } = deps.stores.platform(caller.environment);
  const events = eventStore(db);
  return readPage(deps, { name: "shipment-events", of: caller, filters: { shipmentId } }, query, {
    read: (after, count) => events.listOfShipment(caller.accountId, shipmentId, Number(after ?? 0), count),
    placeOf: (row) => row.position,
    view: asShown(deps, db),
  });
}

/**
 * The log as another stream reads it: from after a position, of an account or with null of all.
 */
export function eventsAfter(db: Db, accountId: string | null, position: number, limit: number): EventRow[] {
  const store = eventStore(db);
  return accountId === null ? store.afterOfAll(position, limit) : store.after(accountId, position, limit);
}

/** The end of the log. */
export function lastEventPosition(db: Db): number {
  return eventStore(db).lastPosition();
}

/** Removes at most `limit` samples from before a time, with their deliveries. @returns how many */
export function forgetSamples({ tx }: Writing, before: number, limit: number, whose: Whose): number {
  return eventStore(tx).deleteSamples(before, limit, whose);
}

/** Removes at most `limit` of an account's events with their deliveries. @returns how many */
export function forgetEvents({ tx }: Writing, accountId: string, limit: number): number {
  return eventStore(tx).deleteOfAccount(accountId, limit);
}
