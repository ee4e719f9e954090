import { afterAll, beforeAll, expect, test } from "bun:test";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import type { Carrier, QuoteAnswer } from "../../../src/delivery/carriers/carrier.ts";
import { write } from "../../../src/infra/deps.ts";
import { appendEvent } from "../../../src/messaging/events/service.ts";
import { expectProblem } from "../../api/problem.ts";
import { gate, offers, playCarrier } from "../../support/carriers.ts";
import { createClock } from "../../support/clock.ts";
import { createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { follow } from "../../support/stream.ts";

const clock = createClock();
const requestsAtOnce = 100;
const inFlightMax = 8;
const sessionsPerAccount = 3;
let carriers: Carrier[] = [];
let server: TestServer;

beforeAll(async () => {
  const replacements = { clock, carriers: () => carriers };
  server = await startServer({ config: { defaultTier: "free" }, replacements });
});
afterAll(() => server.stop());

const inSandbox = { "x-environment": "sandbox" };
const shipments = `${platform}/shipments`;
const list = (client: Client) => client.get(shipments, inSandbox);

function times<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, send));
}

/** As many at a time as a session may have under way. */
async function inTurns(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) {
    answers.push(...(await times(Math.min(inFlightMax, count - answers.length), send)));
  }
  return answers;
}

const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 429).length;

async function cookieOf({ email, password }: TestAccount): Promise<string> {
  const { headers } = await server.client().post("/api/v1/auth/sign-in", { email, password });
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function signIn(owner: TestAccount): Promise<Client> {
  return server.client({ cookie: await cookieOf(owner), "sec-fetch-site": "same-origin" });
}

test("a session may send 100 requests at once, then 20 a second, and learns when to continue", async () => {
  const { session } = await server.account();
  expect(passed(await inTurns(requestsAtOnce + 20, () => list(session)))).toBe(requestsAtOnce);
  const refused = await list(session);
  expectProblem(server, refused, { status: 429, code: "rate_limited" });
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.body.detail).toStartWith("A session may send 20 requests per second and 100 at once");
  clock.advance(1);
  expect(passed(await inTurns(30, () => list(session)))).toBe(20);
});

test("a refused request has no effect, and counts as rate-limited in the usage", async () => {
  const { session, sandbox } = await server.account();
  await inTurns(requestsAtOnce, () => list(session));
  expect((await session.post(shipments, shipmentBody(), inSandbox)).status).toBe(429);
  expect((await sandbox.get(shipments)).body.data).toEqual([]);
  const { totals } = (await sandbox.get(`${platform}/usage?group_by=key`)).body;
  expect(totals).toMatchObject({ requests: requestsAtOnce + 2, rate_limited: 1 });
});

test("the dashboard's own paths are limited alike, each session by itself", async () => {
  const owner = await server.account();
  const sessions = "/api/v1/auth/sessions";
  expect(passed(await inTurns(requestsAtOnce + 1, () => owner.session.get(sessions)))).toBe(requestsAtOnce);
  const second = await signIn(owner);
  expect((await second.get(sessions)).status).toBe(200);
  expect((await list(second)).status).toBe(200);
});

test("many sessions of an account together may send three times as much", async () => {
  const owner = await server.account();
  const sessions = [owner.session];
  while (sessions.length < sessionsPerAccount + 2) sessions.push(await signIn(owner));
  let count = 0;
  for (const session of sessions) count += passed(await inTurns(requestsAtOnce, () => list(session)));
  expect(count).toBe(requestsAtOnce * sessionsPerAccount);
});

test("eight requests may wait for their answers; streams and waiting reads do not count", async () => {
  const { session, sandbox } = await server.account();
  const { id } = await createShipment(sandbox);
  const quotes = `${shipments}/${id}/quotes`;
  const answer = gate<QuoteAnswer>();
  carriers = [playCarrier("slow", { quote: () => answer.promise })];
  const { status } = await session.post(`${quotes}?wait_seconds=0`, undefined, inSandbox);
  expect(status).toBe(201);
  const abort = new AbortController();
  const open = (path: string, method: string) =>
    session.send(path, { method, headers: inSandbox, signal: abort.signal }).catch(() => undefined);
  const waiting = times(inFlightMax + 4, () => open(`${quotes}?wait_seconds=30`, "GET"));
  const streams = times(inFlightMax, () => open(`${platform}/events/stream`, "GET"));
  await streams;
  expect((await list(session)).status).toBe(200);

  const posts = times(inFlightMax, () => open(`${quotes}?wait_seconds=30`, "POST"));
  const refused = await eventually("eight under way", async () => {
    const answer = await list(session);
    return answer.status === 429 ? answer : undefined;
  });
  expectProblem(server, refused, { status: 429, code: "rate_limited" });
  expect((await sandbox.get(shipments)).status).toBe(200);
  answer.resolve(offers({ amount: 1000 }));
  await posts;
  expect((await list(session)).status).toBe(200);
  abort.abort();
  await waiting;
});

test("the bytes of a session's answers are limited: 32 MiB, then 1 MiB a second", async () => {
  const { session, sandbox } = await server.account();
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, key) => [`key-${key}`, "x".repeat(500)]),
  );
  for (let made = 0; made < 50; made += 1) {
    clock.advance(1);
    await createShipment(sandbox, { metadata });
  }
  const read = () => session.get(`${shipments}?limit=50`, inSandbox);
  const { text } = await read();
  const mib = 1024 * 1024;
  const answersAtOnce = Math.floor((32 * mib) / text.length) + 1;
  for (let answer = 1; answer < answersAtOnce; answer += 1) expect((await read()).status).toBe(200);
  const refused = await list(session);
  expectProblem(server, refused, { status: 429, code: "rate_limited" });
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBe(Math.ceil((answersAtOnce * text.length) / mib - 32));
  clock.advance(wait);
  expect((await list(session)).status).toBe(200);
});

test("bytes of streams count too, and a stream continues when there is room", async () => {
  const owner = await server.account();
  const { accountId } = owner;
  const cookie = await cookieOf(owner);
  const note = (sizes: readonly number[]) =>
    write(server.deps, "sandbox", (writing) => {
      for (const size of sizes) {
        const event = { type: "shipment.updated", accountId, shipmentId: null, sequence: null };
        appendEvent(writing, { ...event, data: { text: "x".repeat(size) }, at: writing.now });
      }
    });
  const stream = await follow(`${server.url}${platform}/events/stream`, { cookie, ...inSandbox });
  const mib = 1024 * 1024;
  const sizes = [...Array.from({ length: 31 }, () => mib), 3 * mib];
  await note(sizes);
  for (const _ of sizes) await stream.next();
  const refused = await list(server.client({ cookie }));
  expectProblem(server, refused, { status: 429, code: "rate_limited" });

  await note([1]);
  let told = false;
  const next = stream.next().then(() => {
    told = true;
  });
  await times(20, () => owner.sandbox.get("/healthz"));
  expect(told).toBe(false);
  clock.advance(Number(refused.headers.get("retry-after")));
  await next;
  stream.leave();
});

test("a tier without limits has none of these", async () => {
  const { accountId, session } = await server.account();
  await changeAccount(server.deps, accountId, { tier: "unlimited" });
  expect(passed(await times(requestsAtOnce + 20, () => list(session)))).toBe(requestsAtOnce + 20);
});
