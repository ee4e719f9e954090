import { type Deps, inMemory } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import type { QuoteRequest } from "../../carriers/carrier.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import type { Answer } from "./ask.ts";
import { askStore, type OpenAsk } from "./ask-store.ts";
import type { Picks } from "./picks.ts";
import type { RoundRow } from "./store.ts";

/**
 * Asks that wait for their carrier, in memory: each is a row too, and a start finds them there. Every carrier has a lane
 * of its own, so that a silent one delays no other.
 */

export interface RunningRound {
  readonly shipmentId: string;
  readonly number: number;
  /** When it ends. */
  readonly deadlineAt: number;
  /** What its carriers are asked, read once for all of them. */
  subject: { accountId: string; request: QuoteRequest; picks: Picks } | undefined;
  /** Aborts when nobody needs its answers any more, and when the server stops. */
  readonly over: AbortController;
  /** Answers that the next transaction stores. */
  answers: Answer[];
  storing: Promise<void> | undefined;
  /** Takes the answers of an estimate, which has no rows and stores nothing. */
  readonly collect?: (answer: Answer) => void;
  /** Ids of the carriers whose asks are not settled. */
  readonly open: Set<string>;
}

export interface Ask {
  readonly round: RunningRound;
  readonly carrier: CarrierIdentity;
}

export interface Lane {
  /** The newest last. */
  readonly waiting: Ask[];
  /** Asks that the carrier has not answered. */
  calls: number;
  /** Asks that the carrier has not answered, and those whose answer is not stored yet. */
  tasks: number;
}

interface Queue {
  readonly rounds: Map<string, RunningRound>;
  /** By the carrier's id. */
  readonly lanes: Map<string, Lane>;
  /** Called when an ask was queued. */
  onQueued(): void;
}

const queues = inMemory((deps) => {
  const made = Object.fromEntries(
    environments.map((environment) => [environment, load(deps, environment)]),
  ) as Record<Environment, Queue>;
  deps.stopping.addEventListener("abort", () => {
    for (const { rounds } of Object.values(made)) for (const { over } of rounds.values()) over.abort();
  });
  return made;
});

function load(deps: Deps, environment: Environment): Queue {
  const queue: Queue = { rounds: new Map(), lanes: new Map(), onQueued: () => {} };
  for (const ask of askStore(deps.stores.platform(environment).db).listOpen()) add(queue, ask);
  return queue;
}

/** The lanes with something to do, by the carrier's id. */
export function lanesOf(deps: Deps, environment: Environment): ReadonlyMap<string, Lane> {
  return queues(deps)[environment].lanes;
}

/** Queues an ask whose row is durable. */
export function queueAsk(deps: Deps, environment: Environment, ask: OpenAsk): void {
  const queue = queues(deps)[environment];
  add(queue, ask);
  queue.onQueued();
}

/** Calls `listener` when an ask was queued. */
export function watchAsks(deps: Deps, environment: Environment, listener: () => void): void {
  queues(deps)[environment].onQueued = listener;
}

/** Queues asks that are no rows: nobody asks them again after a restart. */
export function queueEstimate(
  deps: Deps,
  environment: Environment,
  estimate: Pick<RunningRound, "shipmentId" | "number" | "deadlineAt" | "subject" | "collect">,
  carriers: readonly CarrierIdentity[],
): void {
  const queue = queues(deps)[environment];
  const round = { ...newRound(estimate), ...estimate };
  queue.rounds.set(keyOf(round.shipmentId, round.number), round);
  for (const carrier of carriers) enqueue(queue, round, carrier);
  queue.onQueued();
}

function add(queue: Queue, { shipmentId, round: number, carrier, deadlineAt }: OpenAsk): void {
  const key = keyOf(shipmentId, number);
  const round = queue.rounds.get(key) ?? newRound({ shipmentId, number, deadlineAt });
  queue.rounds.set(key, round);
  // The first ask of all loads the rows, and its own is one of them.
  if (!round.open.has(carrier.id)) enqueue(queue, round, carrier);
}

function newRound(key: Pick<RunningRound, "shipmentId" | "number" | "deadlineAt">): RunningRound {
  return {
    ...key,
    subject: undefined,
    over: new AbortController(),
    answers: [],
    storing: undefined,
    open: new Set(),
  };
}

function enqueue({ lanes }: Queue, round: RunningRound, carrier: CarrierIdentity): void {
  round.open.add(carrier.id);
  const lane = lanes.get(carrier.id) ?? { waiting: [], calls: 0, tasks: 0 };
  lanes.set(carrier.id, lane);
  // The oldest are over first. Nobody takes them while the lane is full.
  while (lane.waiting[0]?.round.over.signal.aborted) lane.waiting.shift();
  lane.waiting.push({ round, carrier });
}

/** Takes the newest ask of a lane that `isReady`: it has the most time left. Skips those of rounds that are over. */
export function takeAsk({ waiting }: Lane, isReady: (ask: Ask) => boolean): Ask | undefined {
  for (let index = waiting.length - 1; index >= 0; index -= 1) {
    const ask = waiting[index];
    if (ask === undefined) continue;
    const isOver = ask.round.over.signal.aborted;
    if (!isOver && !isReady(ask)) continue;
    waiting.splice(index, 1);
    if (!isOver) return ask;
  }
  return undefined;
}

/** Puts an ask back whose answer could not be stored. */
export function putBackAsk(lane: Lane, ask: Ask): void {
  lane.waiting.unshift(ask);
}

/** Forgets an ask whose outcome is stored, and its round with the last one. */
export function finishAsk(deps: Deps, environment: Environment, { round, carrier }: Ask): void {
  round.open.delete(carrier.id);
  if (round.open.size === 0) queues(deps)[environment].rounds.delete(keyOf(round.shipmentId, round.number));
}

/** Forgets a lane without asks. */
export function leaveLane(deps: Deps, environment: Environment, carrierId: string): void {
  const { lanes } = queues(deps)[environment];
  const lane = lanes.get(carrierId);
  if (lane?.tasks === 0 && lane.waiting.length === 0) lanes.delete(carrierId);
}

/** Why the asks of a round were called off at its deadline. */
export const deadlineCame = new Error("the deadline of the round came");

/** Calls off the asks of a round that is over. */
export function callOffAsks(
  deps: Deps,
  environment: Environment,
  { shipmentId, number }: Pick<RoundRow, "shipmentId" | "number">,
  reason?: Error,
): void {
  const { rounds } = queues(deps)[environment];
  const key = keyOf(shipmentId, number);
  rounds.get(key)?.over.abort(reason);
  rounds.delete(key);
}

function keyOf(shipmentId: string, number: number): string {
  return `${shipmentId}:${number}`;
}
