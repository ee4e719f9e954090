import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { invalidField } from "../../../infra/errors.ts";
import type { AppendedEvent } from "../../../infra/event.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { dayMs } from "../../../infra/units.ts";
import { eventTypes, matches } from "../../events/event.ts";
import { requireEvent } from "../../events/service.ts";
import { requireEnabled } from "../endpoints/lookup.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import type { DeliveryPlace } from "./list-store.ts";
import { deliveryLog, type EventPlace, type PastEvent } from "./log-store.ts";
import { insertDelivery, restartDelivery } from "./queue.ts";
import type { Queued, RecoverDeliveries, ReplayEvents, ResendEvent } from "./schema.ts";
import { deliveryStore } from "./store.ts";

const reachMaxMs = 14 * dayMs;
/** Deliveries that one transaction queues: a few milliseconds of the event loop. */
const queuedPerStep = 50;
/** Events that one transaction reads. */
const eventsPerStep = 500;

/** From `since`, before `until`, both in ms. */
interface Span {
  since: number;
  until: number;
}

/** What a step queued, and where the next one goes on; null after the last. */
interface Step<Place> extends Queued {
  next: Place | null;
}

/** Failed deliveries are read by type, oldest first. */
interface FailedPlace extends DeliveryPlace {
  type: number;
}

/**
 * Sends an event again with the same bytes and `webhook-id`, on a fresh schedule: to the endpoint named, or to every
 * enabled one that subscribes to its type or received it before.
 * @throws AppError `not_found`, `webhook_disabled` for the endpoint named
 */
export function resendEvent(
  deps: Deps,
  caller: Caller,
  eventId: string,
  input: ResendEvent,
): Promise<Queued> {
  return writeOnce(deps, caller, (writing) => {
    const event = requireEvent(writing, caller.accountId, eventId);
    const named = input?.webhook_id;
    const endpoints =
      named === undefined
        ? webhookStore(writing.tx).listOfAccount(caller.accountId)
        : [requireEnabled(writing, caller.accountId, named)];
    const queued = endpoints.filter((endpoint) => sendAgain(writing, event, endpoint, endpoint.id === named));
    return { queued: queued.length };
  });
}

/** @returns whether the endpoint gets the event again */
function sendAgain(writing: Writing, event: AppendedEvent, endpoint: EndpointRow, isNamed: boolean): boolean {
  if (endpoint.disabledReason !== null) return false;
  const earlier = deliveryStore(writing.tx).findByEvent(endpoint.id, event.id);
  if (earlier) restartDelivery(writing, endpoint, earlier);
  else if (isNamed || matches(endpoint.events, event.type))
    insertDelivery(writing, { ...event, onlyTo: endpoint.id }, endpoint);
  else return false;
  return true;
}

/**
 * Retries what failed from `from` (at most 14 days ago) to before `to`, each delivery once.
 * @throws AppError `not_found`, `webhook_disabled`, `validation_failed`
 */
export function recoverDeliveries(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  input: RecoverDeliveries,
): Promise<Queued> {
  const now = deps.clock.now();
  const span = spanOf(input, now);
  const first: FailedPlace = { type: 0, createdAt: span.since, id: "" };
  return inSteps(deps, caller, first, (writing, place) => {
    const endpoint = requireEnabled(writing, caller.accountId, webhookId);
    return restartFailed(writing, endpoint, place, span, now);
  });
}

/**
 * Sends the events from `from` (at most 14 days ago) to before `to` that the endpoint subscribes to and has no
 * delivery of. Samples and events about endpoints are left out.
 * @throws AppError as `recoverDeliveries`
 */
export function replayEvents(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  input: ReplayEvents,
): Promise<Queued> {
  const span = spanOf(input, deps.clock.now());
  const first: EventPlace = { createdAt: span.since, position: 0 };
  return inSteps(deps, caller, first, (writing, place) => {
    const endpoint = requireEnabled(writing, caller.accountId, webhookId);
    const log = deliveryLog(writing.tx);
    const past = log.pastEvents(caller.accountId, webhookId, place, span.until, eventsPerStep);
    const missed = past.filter((event) => isMissed(event, endpoint, input.event_types));
    const queued = missed.slice(0, queuedPerStep);
    for (const event of queued) {
      insertDelivery(writing, { ...event, accountId: caller.accountId }, endpoint);
    }
    const isDone = missed.length <= queuedPerStep && past.length < eventsPerStep;
    const last = missed.length > queuedPerStep ? queued.at(-1) : past.at(-1);
    return { queued: queued.length, next: isDone ? null : placeOf(last) };
  });
}

function isMissed(event: PastEvent, endpoint: EndpointRow, types: readonly string[] | undefined): boolean {
  if (event.deliveryId !== null || event.sample || event.type.startsWith("webhook.")) return false;
  return matches(endpoint.events, event.type) && (types?.includes(event.type) ?? true);
}

function placeOf(event: PastEvent | undefined): EventPlace | null {
  return event ? { createdAt: event.createdAt, position: event.position } : null;
}

/** A delivery that fails again meanwhile lies behind the place, so it is not retried twice. */
function restartFailed(
  writing: Writing,
  endpoint: EndpointRow,
  from: FailedPlace,
  { since, until }: Span,
  dueAt: number,
): Step<FailedPlace> {
  const log = deliveryLog(writing.tx);
  let queued = 0;
  let place = from;
  for (const [index, type] of eventTypes.entries()) {
    if (index < from.type) continue;
    if (index > from.type) place = { type: index, createdAt: since, id: "" };
    const failed = log.failedAfter(endpoint.id, type, place, until, queuedPerStep - queued);
    for (const delivery of failed) restartDelivery(writing, endpoint, delivery, dueAt);
    queued += failed.length;
    const last = failed.at(-1);
    if (queued === queuedPerStep && last) {
      return { queued, next: { type: index, createdAt: last.createdAt, id: last.id } };
    }
  }
  return { queued, next: null };
}

/**
 * Runs each step in a transaction of its own, so that others write in between. If the process ends before the last
 * step, the caller repeats the request: it goes on, because finished steps left nothing to find.
 */
async function inSteps<Place>(
  deps: Deps,
  caller: Caller,
  first: Place,
  step: (writing: Writing, place: Place) => Step<Place>,
): Promise<Queued> {
  let { queued, next } = await writeOnce<Step<Place>>(deps, caller, (writing) => step(writing, first), {
    isFinal: false,
  });
  while (next) {
    const place = next;
    const more = await write<Step<Place>>(deps, caller.environment, (writing) => step(writing, place));
    queued += more.queued;
    next = more.next;
  }
  return saveAnswer(deps, caller, { queued });
}

function spanOf(input: RecoverDeliveries, now: number): Span {
  const [from, start] = oneOf(input, "from", "since");
  const [to, end] = oneOf(input, "to", "until");
  if (start === undefined) throw invalidField("#/from", "required", "is required");
  const since = Date.parse(start);
  const until = end === undefined ? now + 1 : Date.parse(end);
  if (since < now - reachMaxMs) throw invalidField(`#/${from}`, "too_old", "must be at most 14 days ago");
  if (until <= since && end === undefined) throw invalidField(`#/${from}`, "order", "must be in the past");
  if (until <= since) throw invalidField(`#/${to}`, "order", `must be after ${from}`);
  return { since, until };
}

/** The spelling that was sent, and its value. @throws AppError `validation_failed` for two that say different times */
function oneOf<Name extends keyof RecoverDeliveries>(
  input: RecoverDeliveries,
  name: Name,
  older: Name,
): [Name, string | undefined] {
  const [value, other] = [input[name], input[older]];
  if (value === undefined) return other === undefined ? [name, undefined] : [older, other];
  if (other !== undefined && Date.parse(other) !== Date.parse(value))
    throw invalidField(`#/${older}`, "contradictory", `must be left out, or say the same as ${name}`);
  return [name, value];
}
