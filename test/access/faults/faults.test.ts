import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createWaybill } from "waybill-client";
import { drawRule, type FaultCount } from "../../../src/access/faults/fault.ts";
import { hasFaults } from "../../../src/access/faults/service.ts";
import { expectProblem, secretValue } from "../../api/problem.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { createQuoted, createShipment, platform, shipmentBody } from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

const { checkClient } = await import(new URL("../../../examples/client-check.mjs", import.meta.url).href);
const faults = `${platform}/sandbox/faults`;
const shipments = `${platform}/shipments`;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  account = await server.account();
});
afterAll(() => server.stop());

async function rule(...rules: Record<string, unknown>[]): Promise<void> {
  const { status, text } = await account.sandbox.put(faults, { rules });
  expect([status, text]).toEqual([200, expect.any(String)]);
}

/** Past the tests' client, which refuses what the document does not say. */
function raw(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { "x-api-key": account.sandboxKey, ...(init.headers as Record<string, string>) };
  return fetch(`${server.url}${path}`, { ...init, headers, keepalive: false });
}

function post(reference: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify(shipmentBody({ reference }));
  const type = { "content-type": "application/json", ...headers };
  return raw(shipments, { method: "POST", body, headers: type });
}

const countOf = async (reference: string) =>
  (await account.sandbox.get(`${shipments}?reference=${reference}`)).body.data.length;
const loggedFaults = async () =>
  (await account.sandbox.get(`${platform}/requests?limit=100`)).body.data.map(
    ({ fault }: { fault: string | null }) => fault,
  );

describe("a rule", () => {
  test("makes the next two requests fail with its problem, and tells so", async () => {
    const { id } = await createShipment(account.sandbox);
    await rule({ operation: "getShipment", status: 503, times: 2 });
    const path = `${shipments}/${id}`;
    const first = await raw(path);
    expect([first.status, first.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
    expect(await first.json()).toMatchObject({ status: 503, code: "busy", title: "The server is busy" });
    expect(first.headers.get("x-waybill-fault")).toBe("status; rule=0");
    expect(first.headers.get("retry-after")).toBe("1");
    expect((await account.sandbox.get(shipments)).status).toBe(200);
    expect((await raw(path)).status).toBe(503);
    const third = await account.sandbox.get(path);
    expect([third.status, third.headers.get("x-waybill-fault")]).toEqual([200, null]);
    const { body } = await account.sandbox.get(faults);
    const counted = { matched: 2, applied: 2 };
    expect(body).toEqual({ rules: [{ operation: "getShipment", status: 503, times: 2, ...counted }] });
    expect((await loggedFaults()).filter(Boolean)).toEqual(["status", "status"]);
    expect((await account.sandbox.delete(faults)).status).toBe(204);
    expect((await account.sandbox.get(faults)).body).toEqual({ rules: [] });
  });

  test("hangs up before the effect, or after it: the same key then gets the response", async () => {
    await rule(
      { operation: "createShipment", hang_up: "before", times: 1 },
      { operation: "createShipment", hang_up: "after", times: 1 },
    );
    expect(await post("before").catch(() => "closed")).toBe("closed");
    expect(await countOf("before")).toBe(0);
    const once = { "idempotency-key": "once" };
    expect(await post("after", once).catch(() => "closed")).toBe("closed");
    expect(await countOf("after")).toBe(1);
    const replayed = await post("after", once);
    expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(await countOf("after")).toBe(1);
    const told = await account.sandbox.get(`${platform}/requests?limit=100&route=createShipment`);
    expect(
      told.body.data.map(({ status, fault }: { status: number; fault: string }) => [status, fault]),
    ).toEqual([
      [201, null],
      [201, "hang_up_after"],
      [503, "hang_up_before"],
    ]);
  });

  test("cuts the response, gives it another type, or delays it", async () => {
    const { id } = (await createQuoted(account.sandbox)).shipment;
    const path = `${shipments}/${id}`;
    const whole = await (await raw(path)).text();
    await rule(
      { path: `${shipments}/*`, method: "GET", cut: true, times: 1 },
      { path: `${shipments}/*`, content_type: "text/html", times: 1 },
      { path: `${shipments}/*`, delay_ms: 200, times: 1 },
    );
    const half = await raw(path);
    expect([half.status, half.headers.get("x-waybill-fault")]).toEqual([200, "cut; rule=0"]);
    expect(await half.text().catch(() => "closed")).toBe("closed");
    const page = await raw(path);
    expect([page.headers.get("content-type"), await page.text()]).toEqual(["text/html", whole]);
    const begun = performance.now();
    const late = await raw(path);
    expect([late.headers.get("x-waybill-fault"), await late.text()]).toEqual(["delay; rule=2", whole]);
    expect(performance.now() - begun).toBeGreaterThan(190);
    expect((await loggedFaults()).slice(0, 3)).toEqual(["delay", "content_type", "cut"]);
  });

  test("cuts a stream after its first part, and hangs up on one", async () => {
    const stream = `${platform}/events/stream`;
    await rule({ operation: "streamEvents", cut: true, times: 1 }, { path: stream, hang_up: "after" });
    const part = await raw(stream);
    expect([part.status, part.headers.get("x-waybill-fault")]).toEqual([200, "cut; rule=0"]);
    expect(await part.text().catch(() => "closed")).toBe("closed");
    expect(await raw(stream).catch(() => "closed")).toBe("closed");
    expect((await loggedFaults()).filter(Boolean)).toEqual(expect.arrayContaining(["hang_up_after", "cut"]));
  });

  test("that closes the connection leaves HEAD alone, whose responses have no body to close it in", async () => {
    await rule({ hang_up: "before" }, { cut: true }, { operation: "listShipments", hang_up: "after" });
    const head = await raw(shipments, { method: "HEAD" });
    expect([head.status, head.headers.get("x-waybill-fault")]).toEqual([200, null]);
    expect((await account.sandbox.get(faults)).body.rules).toMatchObject(Array(3).fill({ matched: 0 }));
    await rule({ method: "HEAD", status: 503 });
    const busy = await raw(shipments, { method: "HEAD" });
    expect([busy.status, busy.headers.get("x-waybill-fault")]).toEqual([503, "status; rule=0"]);
    for (const effect of [{ hang_up: "before" }, { hang_up: "after" }, { cut: true }]) {
      const answer = await account.sandbox.put(faults, { rules: [{ method: "HEAD", ...effect }] });
      const place = `#/rules/0/${Object.keys(effect)[0]}`;
      expectProblem(server, answer, {
        status: 422,
        code: "validation_failed",
        at: { [place]: "contradictory" },
      });
    }
  });

  test("applies to its account's sandbox key, never to the sandbox's own paths, and ends with a reset", async () => {
    const stranger = await server.account();
    const { key } = (await account.sandbox.get(`${platform}/account`)).body;
    await rule({ status: 500, key_id: key.id });
    expect((await account.sandbox.get(shipments)).status).toBe(500);
    for (const client of [account.live, stranger.sandbox])
      expect((await client.get(shipments)).status).toBe(200);
    const headers = { "x-environment": "sandbox" };
    expect((await account.session.get(shipments, headers)).status).toBe(200);
    expect((await account.sandbox.get(`${platform}/sandbox/inbox`)).status).toBe(200);
    expect((await stranger.sandbox.get(faults)).body).toEqual({ rules: [] });
    expect((await stranger.sandbox.delete(faults)).status).toBe(204);
    const second = await account.session.post("/api/v1/keys", { name: "second", environment: "sandbox" });
    await rule({ status: 500, key_id: second.body.id }, { status: 429, retry_after_seconds: 7 });
    expect((await account.sandbox.get(shipments)).headers.get("retry-after")).toBe("7");
    expect((await account.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
    expect((await account.sandbox.get(shipments)).status).toBe(200);
    const refusal = { status: 403, code: "sandbox_only" } as const;
    for (const client of [account.live]) {
      expectProblem(server, await client.put(faults, { rules: [{ status: 503 }] }), refusal);
      expectProblem(server, await client.get(faults), refusal);
      expectProblem(server, await client.delete(faults), refusal);
    }
  });

  test("draws the same share for the same seed", () => {
    const drawn = (seed: string) => {
      const counts: FaultCount[] = [];
      const request = { operation: "getShipment", method: "GET", path: "/", keyId: "" };
      return Array.from({ length: 400 }, () =>
        drawRule([{ status: 500, share: 0.25, seed }], counts, request),
      );
    };
    expect(drawn("a")).toEqual(drawn("a"));
    expect(drawn("a")).not.toEqual(drawn("b"));
    const applied = drawn("a").filter((index) => index === 0).length;
    expect(applied).toBeGreaterThan(60);
    expect(applied).toBeLessThan(140);
  });

  test("that is wrong is refused with its place, and the rules before stay", async () => {
    await rule({ operation: "listEvents", status: 500 });
    const { key: strangers } = (await (await server.account()).sandbox.get(`${platform}/account`)).body;
    const { key: live } = (await account.live.get(`${platform}/account`)).body;
    const wrong: [rule: Record<string, unknown>, place: string, code: string][] = [
      [{}, "#/rules/0", "required"],
      [{ status: 418 }, "#/rules/0/status", "enum"],
      [{ status: 600 }, "#/rules/0/status", "maximum"],
      [{ operation: secretValue, status: 500 }, "#/rules/0/operation", "enum"],
      [{ operation: "putFaults", status: 500 }, "#/rules/0/operation", "not_accepted"],
      [{ operation: "moveClock", status: 500 }, "#/rules/0/operation", "not_accepted"],
      [{ operation: "signIn", status: 500 }, "#/rules/0/operation", "enum"],
      [{ path: `${platform}/sandbox/inbox`, status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ path: "shipments", status: 500 }, "#/rules/0/path", "format"],
      // These would never match.
      [{ path: `${shipments}/`, status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ path: `${shipments}/**`, status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ path: `${shipments}/x*`, status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ path: `${shipments}/x?y`, status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ path: "/shipments", status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ path: shipments, operation: "getShipment", status: 500 }, "#/rules/0/path", "not_accepted"],
      [{ method: "POST", operation: "getShipment", status: 500 }, "#/rules/0/method", "enum"],
      [{ method: "DELETE", path: shipments, status: 500 }, "#/rules/0/method", "enum"],
      [{ key_id: strangers.id, status: 500 }, "#/rules/0/key_id", "not_found"],
      [{ key_id: live.id, status: 500 }, "#/rules/0/key_id", "not_found"],
      [{ status: 500, cut: true }, "#/rules/0/cut", "contradictory"],
      [{ status: 500, retry_after_seconds: 1 }, "#/rules/0/retry_after_seconds", "contradictory"],
      [{ status: 500, seed: "a" }, "#/rules/0/seed", "contradictory"],
      [{ hang_up: "never" }, "#/rules/0/hang_up", "enum"],
      [{ status: 500, times: 0 }, "#/rules/0/times", "minimum"],
      [{ status: 500, often: 1 }, "#/rules/0/often", "unknown_field"],
    ];
    for (const [given, place, code] of wrong) {
      const answer = await account.sandbox.put(faults, { rules: [given] });
      expectProblem(server, answer, { status: 422, code: "validation_failed", at: { [place]: code } });
    }
    expect((await account.sandbox.get(faults)).body.rules).toHaveLength(1);
  });

  test("for the sandbox is refused with the reason", async () => {
    const answer = await account.sandbox.put(faults, { rules: [{ operation: "moveClock", status: 500 }] });
    expect(answer.body.errors).toMatchObject([
      { detail: "must not be an operation of the sandbox: rules never apply there" },
    ]);
  });

  test("is kept over a restart, with its counts", async () => {
    const dataDir = await makeDataFolder();
    const before = await startServer({ dataDir });
    const owner = await before.account();
    expect(hasFaults(before.deps)).toBe(false);
    await owner.sandbox.put(faults, { rules: [{ operation: "listEvents", status: 500, times: 2 }] });
    expect((await owner.sandbox.get(`${platform}/events`)).status).toBe(500);
    await before.stop();
    const after = await startServer({ dataDir });
    const again = after.client({ "x-api-key": owner.sandboxKey });
    expect((await again.get(`${platform}/events`)).status).toBe(500);
    expect((await again.get(`${platform}/events`)).status).toBe(200);
    await again.delete(faults);
    expect(hasFaults(after.deps)).toBe(false);
    await after.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe("the guide's check finds", () => {
  const options = () => ({ baseUrl: server.url, apiKey: account.sandboxKey });
  const check = (order: (reference: string) => Promise<unknown>) =>
    checkClient({ url: server.url, key: account.sandboxKey, order });
  const body = (reference: string) => shipmentBody({ reference }) as never;

  test("nothing in the published client", async () => {
    const waybill = createWaybill(options());
    const order = (reference: string) => waybill.createShipment({ body: body(reference) });
    // Twice in one account: each run counts its own shipments.
    expect([await check(order), await check(order)]).toEqual([[], []]);
    expect((await account.sandbox.get(faults)).body).toEqual({ rules: [] });
  });

  test("a client that does not retry", async () => {
    const waybill = createWaybill({ ...options(), maxRetries: 0 });
    expect(await check((reference) => waybill.createShipment({ body: body(reference) }))).toEqual([
      "It does not retry when the server is busy.",
      "It does not retry when the connection is lost.",
    ]);
  });

  test("a client that repeats without an idempotency key", async () => {
    const order = async (reference: string) => {
      for (let left = 3; left > 0; left -= 1) {
        const response = await post(reference).catch(() => undefined);
        if (response?.ok) return;
      }
      throw new Error("no shipment");
    };
    expect(await check(order)).toEqual(["It sends no Idempotency-Key: it shipped twice."]);
  });
});
