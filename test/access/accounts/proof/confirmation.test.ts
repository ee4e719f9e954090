import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { type Client, startServer, type TestServer } from "../../../support/harness.ts";

let server: TestServer;
let clock: TestClock;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({
    config: { trustedProxies: parseCidrs(["127.0.0.1/32"]) },
    replacements: { clock },
  });
});
afterAll(() => server.stop());

const keys = "/api/v1/keys";
const confirmation = "/api/v1/auth/confirmation";
const quarterSeconds = 15 * 60;
const required = { status: 403, code: "confirmation_required" } as const;
const issue = (client: Client, environment = "live") => client.post(keys, { name: "k", environment });

describe("a session", () => {
  test("counts as confirmed for 15 minutes after it was opened", async () => {
    const { session, email, password } = await server.account();
    const { body: key } = await issue(session);
    clock.advance(quarterSeconds);
    expect((await issue(session)).status).toBe(201);
    clock.advance(0.001);
    const before = databaseRows(server);
    expectProblem(server, await issue(session), required);
    expectProblem(server, await session.post(`${keys}/${key.id}/rotation`, {}), required);
    expect(databaseRows(server)).toEqual(before);
    const { headers } = await server.client().post("/api/v1/auth/sign-in", { email, password });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await issue(server.client({ cookie, "sec-fetch-site": "same-origin" }))).status).toBe(201);
    expectProblem(server, await issue(session), required);
  });

  test("never asks for sandbox keys, nor for revoking", async () => {
    const { session } = await server.account();
    const { body: live } = await issue(session);
    clock.advance(quarterSeconds + 1);
    const { status, body } = await issue(session, "sandbox");
    expect(status).toBe(201);
    expect((await session.post(`${keys}/${body.id}/rotation`, {})).status).toBe(201);
    expect((await session.delete(`${keys}/${live.id}`)).status).toBe(204);
  });

  test("is confirmed by the password, itself alone and for 15 minutes", async () => {
    const { session, email, password } = await server.account();
    const signedIn = await server.client().post("/api/v1/auth/sign-in", { email, password });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const other = server.client({ cookie, "sec-fetch-site": "same-origin" });
    clock.advance(quarterSeconds + 1);
    const wrong = await session.post(confirmation, { password: "something else entirely" });
    expectProblem(server, wrong, {
      status: 422,
      code: "validation_failed",
      at: { "#/password": "wrong" },
    });
    expectProblem(server, await issue(session), required);
    expect((await session.post(confirmation, { password })).status).toBe(204);
    expect((await issue(session)).status).toBe(201);
    expectProblem(server, await issue(other), required);
    clock.advance(quarterSeconds + 1);
    expectProblem(server, await issue(session), required);
  });

  test("stays unconfirmed when the clock was wrong while the password was entered", async () => {
    const { session, password } = await server.account();
    clock.advance(3600);
    expect((await session.post(confirmation, { password })).status).toBe(204);
    clock.advance(-3600);
    expectProblem(server, await issue(session), required);
    expect((await session.post(confirmation, { password })).status).toBe(204);
    expect((await issue(session)).status).toBe(201);
  });
});

test("guesses at the password are slowed down, and do not slow down the sign-in", async () => {
  const { session, email, password } = await server.account();
  const guess = () => session.post(confirmation, { password: "something else entirely" });
  for (let wrong = 0; wrong < 5; wrong += 1) expect((await guess()).status).toBe(422);
  const refused = await guess();
  expectProblem(server, refused, { status: 429, code: "sign_in_throttled" });
  expect(refused.headers.get("retry-after")).toBe("1");
  const change = { current_password: password, new_password: "another long passphrase" };
  expect((await session.post("/api/v1/auth/password", change)).status).toBe(429);
  const elsewhere = server.client({ "x-forwarded-for": "198.51.100.9" });
  expect((await elsewhere.post("/api/v1/auth/sign-in", { email, password })).status).toBe(200);
  clock.advance(1);
  expect((await session.post(confirmation, { password })).status).toBe(204);
});

test("only people on our own pages confirm a session", async () => {
  const { session, sandbox, password } = await server.account();
  for (const client of [sandbox, server.client()]) {
    const refused = { status: 401, code: "session_required" } as const;
    expectProblem(server, await client.post(confirmation, { password }), refused);
  }
  const foreign = await session.post(confirmation, { password }, { "sec-fetch-site": "cross-site" });
  expectProblem(server, foreign, { status: 403, code: "cross_origin_refused" });
});
