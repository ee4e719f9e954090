/** Writers on a server, and those who listen to it. What the server acknowledges becomes a fact. */
import { platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, type Client, createClient } from "../support/harness.ts";
import { follow } from "../support/stream.ts";
import { type Facts, noFacts } from "./facts.ts";

export interface Account {
  keys: { sandbox: string; live: string };
  cookie: string;
}

export interface Load {
  facts: Facts;
  /** Answers that no writer expects. */
  unexpected: string[];
  /** Resolves when no writer waits for an answer any more; the server has ended before. */
  end(): Promise<void>;
}

interface Writer {
  live: Client;
  session: Client;
  load: Load;
  /** Shipments that this writer made and nobody cancelled: no other writer changes them. */
  own: string[];
}

type Turn = (writer: Writer) => Promise<void>;

const liveWriters = 12;
const sandboxWriters = 2;
/** Turns, each with its share of all; what is left is for creating. */
const shares: readonly [share: number, turn: Turn][] = [
  [0.16, change],
  [0.09, cancel],
  [0.03, makeKey],
];
const idempotentShare = 0.25;
/** An account may have a hundred keys, and a disk sees ten cuts. */
const keysPerLoad = 8;
/** After a broken connection. */
const restMs = 20;

let made = 0;

/** The number is in the reference, so that a request can be repeated as it was. */
export const numberedShipment = (number: number) => shipmentBody({ reference: `ORD-${number}` });

export const clientOf = (url: string, account: Account) => ({
  live: createClient(url, { "x-api-key": account.keys.live }),
  sandbox: createClient(url, { "x-api-key": account.keys.sandbox }),
  session: createClient(url, { cookie: account.cookie, "sec-fetch-site": "same-origin" }),
});

/** @param earlier facts of this data folder, which are kept */
export function startLoad(url: string, account: Account, earlier: Facts = noFacts()): Load {
  const { live, sandbox, session } = clientOf(url, account);
  const keysMax = earlier.keys.size + keysPerLoad;
  let ending = false;
  const load: Load = {
    facts: structuredClone(earlier),
    unexpected: [],
    async end() {
      ending = true;
      await Promise.all(working);
    },
  };
  const untilEnd = async (act: () => Promise<unknown>) => {
    while (!ending) await act().catch(() => Bun.sleep(restMs));
  };
  const working = [
    ...Array.from({ length: liveWriters }, () => {
      const writer: Writer = { live, session, load, own: [] };
      return untilEnd(() => chooseTurn(writer, keysMax)(writer));
    }),
    ...Array.from({ length: sandboxWriters }, () =>
      untilEnd(() => sandbox.post(`${platform}/shipments`, shipmentBody())),
    ),
    untilEnd(() => readStream(url, account, load)),
  ];
  return load;
}

function chooseTurn({ own, load }: Writer, keysMax: number): Turn {
  if (own.length === 0) return create;
  let dice = Math.random();
  for (const [share, turn] of shares) {
    if (dice < share) return turn === makeKey && load.facts.keys.size >= keysMax ? create : turn;
    dice -= share;
  }
  return create;
}

async function create({ live, load, own }: Writer): Promise<void> {
  made += 1;
  const number = made;
  const idempotencyKey = Math.random() < idempotentShare ? crypto.randomUUID() : undefined;
  const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const answer = await live.post(`${platform}/shipments`, numberedShipment(number), headers);
  if (!isExpected(load, answer, 201)) return;
  load.facts.created.set(answer.body.id, { number, idempotencyKey });
  own.push(answer.body.id);
}

async function change({ live, load, own }: Writer): Promise<void> {
  made += 1;
  const number = made;
  const id = own[Math.floor(Math.random() * own.length)] as string;
  const answer = await live.patch(`${platform}/shipments/${id}`, { metadata: { number: String(number) } });
  if (isExpected(load, answer, 200)) load.facts.changed.set(id, number);
}

async function cancel({ live, load, own }: Writer): Promise<void> {
  const id = own.pop();
  const answer = await live.post(`${platform}/shipments/${id}/cancellation`);
  if (isExpected(load, answer, 200)) load.facts.cancelled.add(answer.body.id);
}

async function makeKey({ session, load }: Writer): Promise<void> {
  const answer = await session.post("/api/v1/keys", { name: "test", environment: "live" });
  if (isExpected(load, answer, 201)) load.facts.keys.add(answer.body.id);
}

function isExpected(load: Load, { status, text }: Answer, expected: number): boolean {
  if (status !== expected) load.unexpected.push(`${status} ${text}`);
  return status === expected;
}

async function readStream(url: string, { keys }: Account, load: Load): Promise<void> {
  const reader = await follow(`${url}${platform}/events/stream`, { "x-api-key": keys.live });
  for (let frame = await reader.next(); frame; frame = await reader.next()) {
    if (frame.event !== "") load.facts.streamed.add(frame.data.id);
  }
}
