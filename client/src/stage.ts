import { createWaybill, type Waybill } from "./client.ts";
import { type Inbox, type InboxEndpoint, openInbox } from "./inbox.ts";
import type { Answer, Input, Item } from "./operation.ts";
import { type ReportOptions, writeReport } from "./report.ts";
import type { Faults, PutFaults } from "./schema.ts";
import { type WaitFilter, waitFor } from "./waiting.ts";
import type { WebhookEvent } from "./webhook.ts";

/** A name, and a seed for the same ids, keys and quotes in every run. */
export type StageOptions = NonNullable<Input<"createStage">["body"]>;

/** An account of one test. */
export interface Stage {
  readonly accountId: string;
  /** The server's address, for the program under test. */
  readonly url: string;
  /** The account's sandbox key, for the program under test. */
  readonly key: string;
  readonly liveKey: string;
  /** A client with the sandbox key. */
  readonly client: Waybill;
  /** The account's live mode, for rehearsals with carriers of your own. Its time is the real one. */
  readonly live: StageLive;
  readonly clock: StageClock;
  readonly faults: StageFaults;
  /**
   * Receives webhooks from now on, without a receiver.
   * @param endpoint as `registerWebhook` takes it, without `url`; all events by default
   */
  openInbox(endpoint?: InboxEndpoint): Promise<Inbox>;
  /**
   * The newest event that fits; waits for it if there is none yet. It needs no webhook endpoint.
   * @throws Error with the types of the events that there are
   */
  waitForEvent<Type extends EventType>(filter: WaitFilter<Type>): Promise<EventOf<Type>>;
  /**
   * Saves what the stage saw as one HTML file: requests, events, webhooks, timelines, clock, faults and seeds. Faults
   * do not touch it; what is left of them goes on afterwards.
   */
  saveReport(file: string, about?: ReportOptions): Promise<void>;
  /** Deletes the account with all its data. Stopping the server does that too. */
  remove(): Promise<void>;
}

type EventType = WebhookEvent["type"] | (string & {});

/** The event of a type; of a pattern any event. */
export type EventOf<Type extends string> = [Extract<WebhookEvent, { type: Type }>] extends [never]
  ? WebhookEvent
  : Extract<WebhookEvent, { type: Type }>;

/** What happens with the stage's live key. */
export type StageLive = Pick<Stage, "key" | "client" | "openInbox" | "waitForEvent">;

/** The time of the stage. It only moves forward. */
export interface StageClock {
  read(): Promise<Answer<"getClock">>;
  /** Moves the time. What falls due on the way has run when it returns. */
  advance(by: Duration): Promise<Answer<"moveClock">>;
  advanceTo(at: Date | string): Promise<Answer<"moveClock">>;
  /** Moves the time to `at`, where it stands still. Without `at`, it stops where it is. */
  freeze(at?: Date | string): Promise<Answer<"moveClock">>;
  /** Lets a frozen time run on. */
  resume(): Promise<Answer<"moveClock">>;
  /** Empties the sandbox of the stage, and returns to real time. */
  reset(): Promise<void>;
}

/** A time span. Its parts add up. */
export interface Duration {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** Failures of the API itself, for every request with the stage's key. */
export interface StageFaults {
  set(...rules: PutFaults["rules"]): Promise<Faults>;
  /** The rules, and how many requests each matched and changed. */
  read(): Promise<Faults>;
  clear(): Promise<void>;
}

/** The server of a stage. */
interface StageServer {
  url: string;
  /** With the key that creates the stages. */
  client: Waybill;
  seed: string | undefined;
}

/** @throws WaybillError `stages_unavailable` if the server does not run with `--ephemeral` */
export async function openStage(
  { url, client: opener, seed: serverSeed }: StageServer,
  body?: StageOptions,
): Promise<Stage> {
  const { account_id: accountId, keys } = await opener.createStage(body ? { body } : {});
  const client = createWaybill({ baseUrl: url, apiKey: keys.sandbox });
  const liveClient = createWaybill({ baseUrl: url, apiKey: keys.live });
  return {
    accountId,
    url,
    key: keys.sandbox,
    liveKey: keys.live,
    ...readersOf(client),
    live: { key: keys.live, ...readersOf(liveClient) },
    clock: clockOf(client),
    faults: {
      set: (...rules) => client.putFaults({ body: { rules } }),
      read: () => client.getFaults(),
      clear: () => client.removeFaults(),
    },
    saveReport: (file, about) =>
      writeReport({ accountId, client, liveClient, seed: body?.seed, serverSeed }, file, about),
    remove: () => opener.removeStage({ path: { accountId } }),
  };
}

function readersOf(client: Waybill): Pick<Stage, "client" | "openInbox" | "waitForEvent"> {
  return {
    client,
    openInbox: (endpoint) => openInbox(client, endpoint),
    waitForEvent: (filter) => waitForEvent(client, filter),
  };
}

function clockOf(client: Waybill): StageClock {
  const move = (body: Input<"moveClock">["body"]) => client.moveClock({ body });
  return {
    read: () => client.getClock(),
    advance: (by) => move({ advance_seconds: secondsOf(by) }),
    advanceTo: (at) => move({ to: textOf(at) }),
    freeze: (at) => move(at === undefined ? { freeze: true } : { frozen_at: textOf(at) }),
    resume: () => move({ frozen_at: null }),
    reset: () => client.removeClock(),
  };
}

const textOf = (at: Date | string) => (typeof at === "string" ? at : at.toISOString());

function secondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

async function waitForEvent<Type extends EventType>(
  client: Waybill,
  filter: WaitFilter<Type>,
): Promise<EventOf<Type>> {
  const { timeoutSeconds: _timeout, ...query } = filter;
  const event = await waitFor<Item<"listEvents">>(filter, {
    noun: "event",
    read: async (waitSeconds) =>
      (await client.listEvents({ query: { ...query, wait_seconds: waitSeconds, limit: 1 } })).data[0],
    listTypes: async () => (await client.listEvents()).data.map(({ type }) => type).reverse(),
  });
  return event as EventOf<Type>;
}
