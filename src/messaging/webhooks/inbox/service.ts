import { type Deps, inMemory, type Writing, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { orderedBy, readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { expandPatterns } from "../../events/event.ts";
import { readOrWait } from "../../events/waiting.ts";
import { markChanged } from "../../events/watch.ts";
import { inboxOf, keptMessagesMs, messagesPerClearance } from "./inbox.ts";
import type { InboxQuery } from "./schema.ts";
import { inboxStore } from "./store.ts";
import { toInboxMessage } from "./view.ts";

const removedPerStep = 500;

interface Received {
  accountId: string;
  webhookId: string;
  deliveryId: string;
  attempt: number;
  eventId: string;
  type: string;
  shipmentId: string | null;
  headers: Record<string, string>;
  at: number;
}

/** How many messages came into an inbox since the oldest made room. What a write undoes counts too. */
const sinceClearance = inMemory(() => new Map<string, number>());

/** Saves what an attempt sent to the inbox. Call it in the transaction that records the attempt. */
export function saveMessage(writing: Writing, { at, ...message }: Received): void {
  const { deps, tx } = writing;
  inboxStore(tx).insert({ ...message, id: deps.ids.make("inb"), receivedAt: at });
  makeRoom(writing, message.accountId);
  markChanged(inboxOf(message.accountId));
}

function makeRoom({ deps, tx, environment }: Writing, accountId: string): void {
  const counts = sinceClearance(deps);
  const name = `${environment} ${accountId}`;
  const count = (counts.get(name) ?? 0) + 1;
  if (count < messagesPerClearance) return void counts.set(name, count);
  counts.delete(name);
  inboxStore(tx).dropOldest(accountId);
}

/**
 * The account's messages, newest first or in the order of `sort`. If none fits, waits for the first.
 * @throws AppError `limit_reached`
 */
export function awaitMessages(deps: Deps, caller: Caller, query: InboxQuery, signal: AbortSignal) {
  const wait = { seconds: query.wait_seconds, watched: inboxOf(caller.accountId), signal };
  return readOrWait(deps, caller, wait, () => listMessages(deps, caller, query));
}

function listMessages(deps: Deps, caller: Caller, query: InboxQuery) {
  const { type, shipment_id: shipmentId, after, sort: order = "newest" } = query;
  const { db } = deps.stores.platform(caller.environment);
  const inbox = inboxStore(db);
  const filter = {
    accountId: caller.accountId,
    types: type === undefined ? undefined : expandPatterns(type.split(",")),
    shipmentId,
    after: after === undefined ? undefined : inbox.positionOf(caller.accountId, after),
  };
  const filters = orderedBy(order, { type, shipmentId, after });
  return readPage(deps, { name: "inbox", of: caller, filters }, query, {
    read: (place, limit) =>
      inbox.list(order, { ...filter, beyond: place === undefined ? undefined : Number(place), limit }),
    placeOf: (row) => row.position,
    view: (row) => toInboxMessage(row, caller.environment, deps.links.show(db, caller.accountId, row.body)),
  });
}

/** Deletes the account's messages. */
export function emptyInbox(deps: Deps, caller: Caller): Promise<void> {
  return write(deps, caller.environment, (writing) => forgetMessages(writing, caller.accountId));
}

export function forgetMessages({ deps, tx, environment }: Writing, accountId: string): void {
  sinceClearance(deps).delete(`${environment} ${accountId}`);
  inboxStore(tx).clear(accountId);
}

/** Removes what was sent long enough ago in real time, in steps, so that others write in between. */
export async function forgetOldMessages(deps: Deps, now: number): Promise<void> {
  const forgetSome = (environment: Environment) =>
    write(deps, environment, ({ tx }) =>
      inboxStore(tx).removeSentBefore(now - keptMessagesMs, removedPerStep),
    );
  for (const environment of environments) while ((await forgetSome(environment)) > 0);
}
