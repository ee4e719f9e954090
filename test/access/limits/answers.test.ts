import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { beginKeyAnswer } from "../../../src/access/limits/answers.ts";
import { write } from "../../../src/infra/deps.ts";
import { appendEvent } from "../../../src/messaging/events/service.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock } from "../../support/clock.ts";
import { platform } from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

/** What keys read has a limit in bytes, as what sessions read. */

const mib = 1024 * 1024;
const clock = createClock();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ config: { defaultTier: "free" }, replacements: { clock } });
});
afterAll(() => server.stop());

/** An account with an event of a MiB in the sandbox. */
async function accountWithEvent(): Promise<TestAccount> {
  const account = await server.account();
  const { accountId } = account;
  await write(server.deps, "sandbox", (writing) => {
    const event = { type: "shipment.updated", accountId, shipmentId: null, sequence: null };
    appendEvent(writing, { ...event, data: { text: "x".repeat(mib) }, at: writing.now });
  });
  return account;
}

const events = `${platform}/events`;

describe("in the tier free", () => {
  test("keys read 32 MiB at once and 1 MiB a second; a refused request does not count, and live has its own", async () => {
    const { sandbox, live } = await accountWithEvent();
    let read = 0;
    for (; read <= 32 * mib; clock.advance(0.1)) {
      const { status, text } = await sandbox.get(events);
      expect(status).toBe(200);
      read += text.length - 0.1 * mib;
    }
    const refused = await sandbox.get(events);
    expectProblem(server, refused, { status: 429, code: "rate_limited" });
    expect(refused.body.detail).toContain("1024 KiB of responses per second");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBe(1);
    const left = refused.headers.get("ratelimit");
    expect(left).toMatch(/"rate";r=\d+/);
    expect((await sandbox.get(events)).headers.get("ratelimit")).toBe(left);
    expect((await live.get(events)).status).toBe(200);
    clock.advance(wait);
    expect((await sandbox.get(events)).status).toBe(200);
  });

  test("HEAD costs no bytes, and neither encodes nor compresses anything", async () => {
    const { sandbox } = await accountWithEvent();
    const { gzipSync } = Bun;
    const { stringify } = JSON;
    let encoded = 0;
    Bun.gzipSync = (() => {
      encoded += 1;
    }) as unknown as typeof gzipSync;
    JSON.stringify = ((...given: Parameters<typeof stringify>) => {
      const text = stringify(...given);
      if (text?.length >= mib) encoded += 1;
      return text;
    }) as typeof stringify;
    try {
      for (let asked = 0; asked < 40; asked += 1) {
        clock.advance(0.1);
        const head = await sandbox.send(events, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
        expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
          200,
          "",
          "application/json",
        ]);
      }
    } finally {
      Bun.gzipSync = gzipSync;
      JSON.stringify = stringify;
    }
    expect(encoded).toBe(0);
    expect((await sandbox.get(events)).status).toBe(200);
  });
});

test("a faster tier reads more, and one without limits as much as it likes", async () => {
  const { accountId, sandbox } = await accountWithEvent();
  const caller = { accountId, environment: "sandbox" } as const;
  await changeAccount(server.deps, accountId, { tier: "growth" });
  const { meter } = beginKeyAnswer(server.deps, caller, clock.now());
  meter?.count(5 * 32 * mib);
  expect((await sandbox.get(events)).status).toBe(200);
  meter?.count(10 * mib);
  expect((await sandbox.get(events)).headers.get("retry-after")).toBe("3");
  await changeAccount(server.deps, accountId, { tier: "unlimited" });
  expect((await sandbox.get(events)).status).toBe(200);
});

test("an export counts, and never keeps the account from the next request", async () => {
  const { accountId, sandbox } = await accountWithEvent();
  const caller = { accountId, environment: "sandbox" } as const;
  beginKeyAnswer(server.deps, caller, clock.now()).meter?.countFile(500 * mib);
  expect((await sandbox.get(events)).status).toBe(200);
  // The bucket was full, so the next answer must drain.
  expect((await sandbox.get(events)).status).toBe(429);
  clock.advance(2);
  expect((await sandbox.get(`${platform}/export`)).status).toBe(200);
});
