import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { scopes } from "../../../src/access/model.ts";
import { createApp } from "../../../src/app/app.ts";
import { operationOf } from "../../../src/infra/http/operation.ts";
import { expectProblem, refuses, secretValue, type WrongRequest } from "../../api/problem.ts";
import { createClock, jobsAtRest, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { createAssigned, platform, shipmentBody } from "../../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

let server: TestServer;
let clock: TestClock;
let account: TestAccount;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ config: { ephemeral: true, testClock: true }, replacements: { clock } });
  account = await server.account();
});
afterAll(() => server.stop());

const keys = "/api/v1/keys";
const list = `${platform}/shipments`;
const secretShape = /^wb_(sandbox|live)_[0-9A-Za-z]{36}$/;
const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();

async function issue(change: object = {}): Promise<Answer["body"]> {
  const answer = await account.session.post(keys, { name: "key", environment: "sandbox", ...change });
  expect(answer.status).toBe(201);
  return answer.body;
}

const use = (secret: string) => server.client({ "x-api-key": secret }).get(list);
const code = async (secret: string): Promise<unknown> => {
  const answer = await use(secret);
  return answer.status === 200 ? "valid" : answer.body.code;
};

describe("issuing", () => {
  test("returns the key with its secret, which is shown nowhere else and never stored", async () => {
    const answer = await account.session.post(keys, { name: "Shop", environment: "live" });
    const { secret, ...key } = answer.body;
    expect(secret).toMatch(secretShape);
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      name: "Shop",
      environment: "live",
      prefix: "wb_live_",
      last4: secret.slice(-4),
      scopes: [...scopes],
      created_at: inSeconds(0),
      created_by: { kind: "user", id: expect.stringMatching(/^usr_/), name: account.email },
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    });
    expect(answer.headers.get("location")).toBe(`${keys}/${key.id}`);
    const read = await account.session.get(`${keys}/${key.id}`);
    const listed = await account.session.get(`${keys}?limit=100`);
    expect(read.body).toEqual(key);
    expect(listed.body.data).toContainEqual(key);
    const random = secret.slice("wb_live_".length, -4);
    expect(read.text + listed.text + JSON.stringify(databaseRows(server))).not.toContain(random);
  });

  test("the key is good at once, for its environment", async () => {
    const { secret } = await issue({ environment: "live" });
    const answer = await server.client({ "x-api-key": secret }).post(list, shipmentBody());
    expect([answer.status, answer.body.environment]).toEqual([201, "live"]);
  });

  test("last_used_at shows the use", async () => {
    const { id, secret } = await issue();
    await use(secret);
    const { body } = await account.session.get(`${keys}/${id}`);
    expect(body.last_used_at).toBe(inSeconds(0));
  });

  test("last_used_at is written at most once a minute", async () => {
    const { id, secret } = await issue();
    const lastUsed = async () => (await account.session.get(`${keys}/${id}`)).body.last_used_at;
    const uses: string[] = [];
    for (const seconds of [0, 30, 30, 1]) {
      clock.advance(seconds);
      await use(secret);
      await server.deps.stores.accounts.synced();
      uses.push(await lastUsed());
    }
    expect(uses).toEqual([inSeconds(-61), inSeconds(-61), inSeconds(-61), inSeconds(0)]);
  });

  test("no request waits for last_used_at, or fails if it cannot be written", async () => {
    const { id, secret } = await issue();
    // What jobs write is no use of the key.
    await jobsAtRest(server.deps);
    const write = spyOn(server.deps.stores.accounts, "write");
    const noted = Promise.withResolvers<never>();
    write.mockReturnValueOnce(noted.promise);
    expect(await code(secret)).toBe("valid");
    expect(await code(secret)).toBe("valid");
    expect(write).toHaveBeenCalledTimes(1);
    noted.reject(new Error("no room"));
    await noted.promise.catch(() => {});
    expect(await code(secret)).toBe("valid");
    expect(write).toHaveBeenCalledTimes(2);
    write.mockRestore();
    expect((await account.session.get(`${keys}/${id}`)).body.last_used_at).toBe(inSeconds(0));
  });

  test("a key can end a moment from now, and not at this one", async () => {
    const atOnce = { name: "k", environment: "sandbox", expires_at: inSeconds(0) };
    expectProblem(server, await account.session.post(keys, atOnce), {
      status: 422,
      code: "validation_failed",
      at: { "#/expires_at": "in_past" },
    });
    const { secret, expires_at } = await issue({ expires_at: inSeconds(0.001) });
    expect(expires_at).toBe(inSeconds(0.001));
    expect(await code(secret)).toBe("valid");
    expect((await issue({ expires_at: null })).expires_at).toBeNull();
  });

  test("a key expires at its moment", async () => {
    const { secret } = await issue({ expires_at: inSeconds(60) });
    clock.advance(59);
    expect(await code(secret)).toBe("valid");
    clock.advance(1);
    expectProblem(server, await use(secret), { status: 401, code: "api_key_expired" });
  });

  test("the list is newest first, whole in pages", async () => {
    const other = await server.account();
    const made: string[] = [];
    for (const name of ["a", "b", "c"]) {
      made.unshift((await other.session.post(keys, { name, environment: "live" })).body.id);
    }
    const first = await other.session.get(`${keys}?limit=2`);
    const link = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await other.session.get(link);
    const ids = [...first.body.data, ...second.body.data].map((key: { id: string }) => key.id);
    expect(ids.slice(0, 3)).toEqual(made);
    expect(first.body.has_more).toBe(true);
  });

  test("the list has one environment where one is named", async () => {
    const { session } = await server.account();
    for (const environment of ["sandbox", "live"]) {
      const { body } = await session.get(`${keys}?environment=${environment}`);
      expect(body.data.map((key: { environment: string }) => key.environment)).toEqual([environment]);
    }
    const first = await session.get(`${keys}?limit=1`);
    const elsewhere = await session.get(`${keys}?environment=live&cursor=${first.body.next_cursor}`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "cursor_invalid"]);
    expect((await session.get(`${keys}?environment=moon`)).status).toBe(400);
  });

  test("an account has at most 100 that are not revoked", async () => {
    const other = await server.account();
    const more = Array.from({ length: 98 }, (_, index) =>
      other.session.post(keys, { name: `${index}`, environment: "live" }),
    );
    for (const { status } of await Promise.all(more)) expect(status).toBe(201);
    const tooMany = await other.session.post(keys, { name: "last", environment: "live" });
    expectProblem(server, tooMany, { status: 409, code: "limit_reached" });
    const { id } = (await other.session.get(keys)).body.data[0];
    expect((await other.session.post(`${keys}/${id}/rotation`)).status).toBe(201);
    await other.session.delete(`${keys}/${(await other.session.get(keys)).body.data[0].id}`);
    expect((await other.session.post(keys, { name: "last", environment: "live" })).status).toBe(201);
  });
});

describe("revoking", () => {
  test("holds for the very next request, and leaves the key to be seen", async () => {
    const { id, secret } = await issue();
    expect(await code(secret)).toBe("valid");
    expect((await account.session.delete(`${keys}/${id}`)).status).toBe(204);
    expectProblem(server, await use(secret), { status: 401, code: "api_key_revoked" });
    expect((await account.session.get(`${keys}/${id}`)).body.revoked_at).toBe(inSeconds(0));
  });

  test("again changes nothing", async () => {
    const { id } = await issue();
    await account.session.delete(`${keys}/${id}`);
    const rows = databaseRows(server);
    clock.advance(1);
    expect((await account.session.delete(`${keys}/${id}`)).status).toBe(204);
    expect(databaseRows(server)).toEqual(rows);
  });

  test("one leaves the others alone", async () => {
    const [one, two] = [await issue(), await issue()];
    await account.session.delete(`${keys}/${one.id}`);
    expect([await code(one.secret), await code(two.secret)]).toEqual(["api_key_revoked", "valid"]);
  });
});

describe("rotating", () => {
  const rotate = (id: string, body?: unknown) => account.session.post(`${keys}/${id}/rotation`, body);

  test("without grace ends the old key with the same request", async () => {
    const { secret: old, ...before } = await issue({ name: "n", scopes: ["shipments:read"] });
    const answer = await rotate(before.id);
    expect(answer.status).toBe(201);
    const { secret, ...key } = answer.body;
    expect(secret).toMatch(secretShape);
    expect(key).toMatchObject({
      name: "n",
      environment: "sandbox",
      scopes: ["shipments:read"],
      expires_at: null,
    });
    expect(key.id).not.toBe(before.id);
    expect(answer.headers.get("location")).toBe(`${keys}/${key.id}`);
    expect([await code(old), await code(secret)]).toEqual(["api_key_revoked", "valid"]);
  });

  test("with a grace period both keys work until it ends", async () => {
    const before = await issue();
    const { secret } = (await rotate(before.id, { grace_period_seconds: 60 })).body;
    expect((await account.session.get(`${keys}/${before.id}`)).body.expires_at).toBe(inSeconds(60));
    clock.advance(59);
    expect([await code(before.secret), await code(secret)]).toEqual(["valid", "valid"]);
    clock.advance(1);
    expect([await code(before.secret), await code(secret)]).toEqual(["api_key_expired", "valid"]);
  });

  test("with grace leaves both to be revoked, each by itself", async () => {
    const before = await issue();
    const next = (await rotate(before.id, { grace_period_seconds: 60 })).body;
    await account.session.delete(`${keys}/${before.id}`);
    expect([await code(before.secret), await code(next.secret)]).toEqual(["api_key_revoked", "valid"]);
    const last = (await rotate(next.id, { grace_period_seconds: 60 })).body;
    await account.session.delete(`${keys}/${last.id}`);
    expect([await code(next.secret), await code(last.secret)]).toEqual(["valid", "api_key_revoked"]);
  });

  test("without grace closes the old key's streams", async () => {
    const before = await issue();
    const { shipment } = await createAssigned(account.sandbox);
    const url = `${server.url}${platform}/tracking/${shipment.id}/stream`;
    const stream = await fetch(url, { headers: { "x-api-key": before.secret } });
    expect(stream.status).toBe(200);
    expect((await rotate(before.id)).status).toBe(201);
    expect(await stream.text()).toContain("event: status");
  });

  test("gives the successor the name, environment, scopes and expiry of the old key", async () => {
    const inherited = { environment: "live", name: "n", scopes: ["quotes:read", "events:read"] };
    const before = await issue({ ...inherited, expires_at: inSeconds(90) });
    const { body: next } = await rotate(before.id);
    expect(next).toMatchObject({ ...inherited, expires_at: inSeconds(90), prefix: "wb_live_" });
    clock.advance(90);
    expect(await code(next.secret)).toBe("api_key_expired");
  });

  test("again, in the grace period, is refused: of three at once one wins", async () => {
    for (const expires_at of [undefined, inSeconds(90)]) {
      const before = await issue({ expires_at });
      const grace = { grace_period_seconds: 604_800 };
      const answers = await Promise.all([1, 2, 3].map(() => rotate(before.id, grace)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const rows = databaseRows(server);
      expectProblem(server, await rotate(before.id), { status: 409, code: "key_replaced" });
      expect(databaseRows(server)).toEqual(rows);
      expect(await code(before.secret)).toBe("valid");
      const next = answers.find(({ status }) => status === 201)?.body;
      expect((await rotate(next.id, grace)).body.expires_at).toBe(before.expires_at);
    }
  });

  test("never lets the old key live longer than it would have", async () => {
    const before = await issue({ expires_at: inSeconds(30) });
    const wanted = before.expires_at;
    const next = (await rotate(before.id, { grace_period_seconds: 604_800 })).body;
    expect((await account.session.get(`${keys}/${before.id}`)).body.expires_at).toBe(wanted);
    expect(next.expires_at).toBe(wanted);
    clock.advance(30);
    expect(await code(before.secret)).toBe("api_key_expired");
  });

  test("is refused for a key that is over", async () => {
    const revoked = await issue();
    await account.session.delete(`${keys}/${revoked.id}`);
    const expired = await issue({ expires_at: inSeconds(5) });
    clock.advance(5);
    for (const { id } of [revoked, expired]) {
      const rows = databaseRows(server);
      expectProblem(server, await rotate(id), { status: 409, code: "key_revoked" });
      expect(databaseRows(server)).toEqual(rows);
    }
  });
});

describe("what a request for a key can have wrong", () => {
  const wrong = (name: string, body: unknown, at: Record<string, string>): WrongRequest => ({
    name,
    send: () => account.session.post(keys, body),
    status: 422,
    code: "validation_failed",
    at,
  });
  const key = { name: "k", environment: "sandbox" };
  refuses(
    () => server,
    [
      wrong("nothing", {}, { "#/name": "required", "#/environment": "required" }),
      wrong("a blank name", { ...key, name: " " }, { "#/name": "pattern" }),
      wrong("a name of 101", { ...key, name: "n".repeat(101) }, { "#/name": "max_length" }),
      wrong("an unknown environment", { ...key, environment: secretValue }, { "#/environment": "enum" }),
      wrong("production", { ...key, environment: "production" }, { "#/environment": "enum" }),
      wrong(
        "an unknown scope",
        { ...key, scopes: ["shipments:read", secretValue] },
        { "#/scopes/1": "enum" },
      ),
      wrong("no scope", { ...key, scopes: [] }, { "#/scopes": "min_items" }),
      wrong(
        "a scope twice",
        { ...key, scopes: ["shipments:read", "shipments:read"] },
        { "#/scopes": "unique_items" },
      ),
      wrong(
        "an end in the past",
        { ...key, expires_at: "2001-01-01T00:00:00Z" },
        { "#/expires_at": "in_past" },
      ),
      wrong(
        "an end that is no time",
        { ...key, expires_at: "2099-02-30T00:00:00Z" },
        { "#/expires_at": "format" },
      ),
      wrong("an unknown field", { ...key, secret: secretValue }, { "#/secret": "unknown_field" }),
      wrong(
        "a name that looks like another",
        { name: "Pay\u202erol", environment: "live" },
        { "#/name": "pattern" },
      ),
      ...[" lead", "trail ", "two\nlines", "zero\u200bwidth", "soft\u00adhyphen", " "].map((name) =>
        wrong(`the name ${JSON.stringify(name)}`, { name, environment: "live" }, { "#/name": "pattern" }),
      ),
      {
        ...wrong("a grace of 8 days", {}, { "#/grace_period_seconds": "maximum" }),
        send: () => account.session.post(`${keys}/key_x/rotation`, { grace_period_seconds: 691_200 }),
      },
      {
        ...wrong("a negative grace", {}, { "#/grace_period_seconds": "minimum" }),
        send: () => account.session.post(`${keys}/key_x/rotation`, { grace_period_seconds: -1 }),
      },
    ],
  );
});

describe("keys are for people to manage", () => {
  const requests: [string, string][] = [
    ["GET", keys],
    ["POST", keys],
    ["GET", `${keys}/key_x`],
    ["DELETE", `${keys}/key_x`],
    ["POST", `${keys}/key_x/rotation`],
  ];
  test.each(requests)("%s %s refuses API keys", async (method, path) => {
    for (const client of [account.sandbox, account.live]) {
      const rows = databaseRows(server);
      const answer = await client.send(path, { method });
      expectProblem(server, answer, { status: 401, code: "session_required" });
      expect(databaseRows(server)).toEqual(rows);
    }
  });
});

describe("scopes", () => {
  interface Route {
    method: string;
    path: string;
    /** None: any key will do. */
    needed: string[];
  }
  const routes = (): Route[] =>
    createApp(server.deps).routes.flatMap((route) => {
      const { access } = operationOf(route);
      return access.kind === "platform" && !access.sessionOnly
        ? [
            {
              method: route.method,
              path: route.path.replace(platform, ""),
              needed: [access.scope, access.alsoScope].filter((scope) => scope !== undefined),
            },
          ]
        : [];
    });
  const send = (secret: string, { method, path }: Route) =>
    fetch(server.url + platform + path.replace(/:\w+/g, "x"), { method, headers: { "x-api-key": secret } });

  /** What a key may do with which scope. Whoever changes this changes what keys that are out there may do. */
  const table = `
    /account                                     GET    any key
    /account/images/:id                          GET    any key
    /assignments/:id/driver                      DELETE dispatch:write
    /assignments/:id/driver                      POST   dispatch:write
    /assignments/batch                           POST   dispatch:write and assignments:write
    /assignments/driver/batch                    POST   dispatch:write
    /attention                                   GET    drivers:read
    /attention/:id/dismissal                     POST   dispatch:write
    /attention/groups                            GET    drivers:read
    /cancellations/batch                         POST   dispatch:write and shipments:write
    /carrier-kinds                               GET    carriers:read
    /carriers                                    GET    carriers:read
    /carriers                                    POST   carriers:write
    /carriers/:id                                DELETE carriers:write
    /carriers/:id                                GET    carriers:read
    /carriers/:id                                PATCH  carriers:write
    /carriers/:id/check                          POST   carriers:write
    /carriers/:id/driver-days                    GET    drivers:read
    /carriers/:id/hook-address                   GET    carriers:write
    /carriers/:id/hook-address/rotation          POST   carriers:write
    /carriers/:id/hooks                          GET    carriers:read
    /carriers/:id/hooks/:hookId                  GET    carriers:read and shipments:read
    /carriers/:id/hooks/:hookId/dismiss          POST   carriers:write
    /carriers/:id/hooks/:hookId/retry            POST   carriers:write
    /carriers/:id/images                         POST   dispatch:write
    /carriers/:id/load                           GET    carriers:read
    /carriers/:id/load                           PUT    dispatch:write
    /carriers/:id/quote-explanation              POST   carriers:read
    /carriers/:id/rate-card                      GET    carriers:read
    /carriers/:id/rate-card                      PUT    carriers:write
    /carriers/:id/reports                        POST   dispatch:write
    /carriers/:id/tokens                         GET    carriers:read
    /carriers/:id/tokens                         POST   carriers:write
    /carriers/:id/tokens/:tokenId                DELETE carriers:write
    /carriers/:id/tokens/:tokenId/rotation       POST   carriers:write
    /charges                                     GET    charges:read
    /contacts                                    GET    contacts:read
    /contacts                                    POST   contacts:write
    /contacts/:id                                DELETE contacts:write
    /contacts/:id                                GET    contacts:read
    /contacts/:id                                PATCH  contacts:write
    /contacts/:id/redaction                      GET    contacts:read
    /contacts/:id/redaction                      POST   contacts:write and shipments:write
    /driver-notices                              GET    drivers:read
    /drivers                                     GET    drivers:read
    /drivers                                     POST   drivers:write
    /drivers/:id                                 DELETE drivers:write
    /drivers/:id                                 GET    drivers:read
    /drivers/:id                                 PATCH  drivers:write
    /drivers/:id/absence                         DELETE dispatch:write
    /drivers/:id/absence                         GET    drivers:read
    /drivers/:id/absence                         PUT    dispatch:write
    /drivers/:id/days                            GET    drivers:read
    /drivers/:id/devices                         GET    drivers:read
    /drivers/:id/devices/:deviceId               DELETE drivers:write
    /drivers/:id/jobs                            GET    drivers:read
    /drivers/:id/link                            POST   drivers:write
    /drivers/:id/notes                           POST   dispatch:write
    /drivers/:id/results                         POST   dispatch:write
    /drivers/:id/stops                           GET    drivers:read
    /drivers/:id/stops/order                     PUT    dispatch:write
    /drivers/:id/tokens                          GET    drivers:read
    /drivers/:id/tokens                          POST   drivers:write
    /drivers/:id/tokens/:tokenId                 DELETE drivers:write
    /drivers/:id/tokens/:tokenId                 PATCH  drivers:write
    /drivers/:id/tokens/:tokenId/rotation        POST   drivers:write
    /estimates                                   POST   quotes:write
    /events                                      GET    events:read
    /events/:id                                  GET    events:read
    /events/:id/deliveries                       GET    webhooks:read
    /events/:id/resend                           POST   webhooks:write
    /events/stream                               GET    events:read
    /export                                      GET    any key
    /geocoding                                   POST   shipments:write
    /geocoding/place                             POST   shipments:write
    /imports                                     GET    shipments:read
    /imports                                     POST   shipments:write
    /imports/:id                                 DELETE shipments:write
    /imports/:id                                 GET    shipments:read
    /imports/:id                                 PATCH  shipments:write
    /imports/:id/confirmation                    POST   shipments:write
    /imports/:id/rows                            GET    shipments:read
    /imports/:id/rows/:row                       PATCH  shipments:write
    /labels/batch                                POST   shipments:read
    /order-forms                                 GET    shipments:read
    /order-forms                                 POST   shipments:write
    /order-forms/:id                             DELETE shipments:write
    /order-forms/:id                             GET    shipments:read
    /order-forms/:id                             PATCH  shipments:write
    /order-forms/:id/devices                     DELETE shipments:write
    /order-forms/:id/rotation                    POST   shipments:write
    /order-requests                              GET    shipments:read
    /order-requests/:id                          DELETE shipments:write
    /order-requests/:id                          GET    shipments:read
    /order-requests/:id/approval                 POST   shipments:write
    /order-requests/:id/refusal                  POST   shipments:write
    /places                                      DELETE shipments:write
    /places                                      GET    shipments:read
    /recipients/search                           POST   contacts:read
    /requests                                    GET    usage:read
    /requests/:id                                GET    usage:read
    /sandbox/clock                               DELETE sandbox:write
    /sandbox/clock                               GET    shipments:read
    /sandbox/clock                               PATCH  sandbox:write
    /sandbox/data                                DELETE sandbox:write
    /sandbox/events                              POST   sandbox:write
    /sandbox/faults                              DELETE sandbox:write
    /sandbox/faults                              GET    shipments:read
    /sandbox/faults                              PUT    sandbox:write
    /sandbox/inbox                               DELETE sandbox:write
    /sandbox/inbox                               GET    webhooks:read
    /sandbox/rush-hour                           DELETE sandbox:write
    /sandbox/rush-hour                           GET    shipments:read
    /sandbox/rush-hour                           POST   sandbox:write
    /sandbox/scripts                             GET    shipments:read
    /sandbox/shipments/:id/advance               POST   sandbox:write
    /sandbox/stages                              GET    shipments:read
    /sandbox/stages                              POST   sandbox:write
    /sandbox/stages/:accountId                   DELETE sandbox:write
    /schedules                                   GET    shipments:read
    /schedules                                   POST   shipments:write
    /schedules/:id                               DELETE shipments:write
    /schedules/:id                               GET    shipments:read
    /schedules/:id                               PATCH  shipments:write
    /schedules/:id/redaction                     POST   shipments:write
    /schedules/:id/upcoming                      GET    shipments:read
    /shipments                                   GET    shipments:read
    /shipments                                   POST   shipments:write
    /shipments/:id                               GET    shipments:read
    /shipments/:id                               PATCH  shipments:write
    /shipments/:id/assignments                   GET    shipments:read
    /shipments/:id/assignments                   POST   assignments:write
    /shipments/:id/assignments/:assignmentId     DELETE assignments:write
    /shipments/:id/assignments/:assignmentId     GET    shipments:read
    /shipments/:id/cancellation                  POST   shipments:write
    /shipments/:id/charges                       POST   dispatch:write
    /shipments/:id/correction                    POST   dispatch:write
    /shipments/:id/events                        GET    events:read
    /shipments/:id/label                         GET    shipments:read
    /shipments/:id/pin                           GET    shipments:read
    /shipments/:id/proof.json                    GET    tracking:read
    /shipments/:id/quotes                        GET    quotes:read
    /shipments/:id/quotes                        POST   quotes:write
    /shipments/:id/recall                        DELETE dispatch:write
    /shipments/:id/recall                        POST   dispatch:write
    /shipments/:id/recall/seen                   POST   dispatch:write
    /shipments/:id/recipient-mails               GET    shipments:read
    /shipments/:id/redaction                     POST   shipments:write
    /shipments/:id/return                        POST   shipments:write
    /shipments/:id/tracking-link                 DELETE shipments:write
    /shipments/:id/tracking-link                 POST   shipments:write
    /shipments/batch                             POST   shipments:write
    /shipments/copies                            GET    shipments:read
    /shipments/copies                            POST   shipments:write
    /shipments/statistics                        GET    shipments:read
    /shipments/windows/batch                     POST   dispatch:write
    /statements/:month                           GET    charges:read
    /stream                                      GET    drivers:read
    /tracking/:shipmentId                        GET    tracking:read
    /tracking/:shipmentId/positions              GET    tracking:read
    /tracking/:shipmentId/proof/:name            GET    tracking:read
    /tracking/:shipmentId/stream                 GET    tracking:read
    /usage                                       GET    usage:read
    /webhooks                                    GET    webhooks:read
    /webhooks                                    POST   webhooks:write
    /webhooks/:id                                DELETE webhooks:write
    /webhooks/:id                                GET    webhooks:read
    /webhooks/:id                                PATCH  webhooks:write
    /webhooks/:id/deliveries                     GET    webhooks:read
    /webhooks/:id/deliveries/:deliveryId         GET    webhooks:read
    /webhooks/:id/deliveries/:deliveryId/retry   POST   webhooks:write
    /webhooks/:id/discard                        POST   webhooks:write
    /webhooks/:id/recover                        POST   webhooks:write
    /webhooks/:id/replay                         POST   webhooks:write
    /webhooks/:id/rotate-secret                  POST   webhooks:write
    /webhooks/:id/statistics                     GET    webhooks:read
    /webhooks/:id/test                           POST   webhooks:write
  `
    .trim()
    .split("\n")
    .map((line) => line.trim());

  test("are required as this table says", () => {
    const lines = routes().map(({ method, path, needed }) =>
      [path.padEnd(44), method.padEnd(6), needed.join(" and ") || "any key"].join(" "),
    );
    expect(lines.sort()).toEqual(table);
  });

  test("are refused to a key that has all the others", async () => {
    const secrets = new Map<string, string>();
    for (const scope of scopes) {
      const others = scopes.filter((other) => other !== scope);
      secrets.set(scope, (await issue({ scopes: others })).secret);
    }
    const tries = routes().flatMap((route) => route.needed.map((scope) => ({ ...route, scope })));
    for (const route of tries) {
      const rows = databaseRows(server);
      const answer = await send(secrets.get(route.scope) ?? "", route);
      const body = await answer.json();
      expect({ ...route, code: body.code }).toEqual({ ...route, code: "scope_missing" });
      expect(answer.status).toBe(403);
      expect(body.detail).toContain(route.scope);
      expect(databaseRows(server)).toEqual(rows);
    }
  });

  // One route has a rule of its own, in invariants/export.test.ts.
  const unruled = () => routes().filter(({ path }) => path !== "/export");

  test("open what they name to a key that has nothing else", async () => {
    const secrets = new Map<string, string>();
    for (const { needed } of routes()) {
      if (secrets.has(needed.join())) continue;
      secrets.set(
        needed.join(),
        (await issue({ scopes: needed.length === 0 ? ["quotes:read"] : needed })).secret,
      );
    }
    for (const route of unruled()) {
      const answer = await send(secrets.get(route.needed.join()) ?? "", route);
      await answer.body?.cancel();
      const isAdmitted = ![401, 403].includes(answer.status) && answer.status < 500;
      expect({ ...route, isAdmitted }).toEqual({ ...route, isAdmitted: true });
    }
  });

  test("a key with one scope may do what the scope allows", async () => {
    const { secret } = await issue({ scopes: ["shipments:read"] });
    expect((await use(secret)).status).toBe(200);
    const refused = await server.client({ "x-api-key": secret }).post(list, shipmentBody());
    expectProblem(server, refused, { status: 403, code: "scope_missing" });
  });

  test("reading needs no scope to write, and the other way round", () => {
    // They answer a question that is too long for an address, and store nothing.
    const asked = ["/carriers/:id/quote-explanation", "/labels/batch", "/recipients/search"];
    // Who knows it can send webhooks to Waybill.
    const secret = "/carriers/:id/hook-address";
    for (const { method, path, needed } of unruled()) {
      const reads = (method === "GET" && path !== secret) || asked.includes(path);
      expect([method, path, needed.every((scope) => scope.endsWith(":read"))]).toEqual([method, path, reads]);
    }
  });
});
