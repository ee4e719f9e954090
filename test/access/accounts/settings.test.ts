import { expect, test } from "bun:test";
import { expectProblem } from "../../api/problem.ts";
import { databaseRows } from "../../support/database.ts";
import { startServer } from "../../support/harness.ts";

const person = { email: "a@example.com", password: "correct horse battery staple", account_name: "Shop" };

test("closed sign-up is refused and stores nothing; signing in still works", async () => {
  const server = await startServer({ config: { signup: "closed" } });
  const account = await server.account();
  const rows = databaseRows(server);
  expectProblem(server, await server.client().post("/api/v1/auth/sign-up", person), {
    status: 403,
    code: "sign_up_closed",
  });
  expect(databaseRows(server)).toEqual(rows);
  const { email, password } = account;
  expect((await server.client().post("/api/v1/auth/sign-in", { email, password })).status).toBe(200);
  await server.stop();
});

test("behind https the cookie is bound to the host and encrypted, and the origin is the public one", async () => {
  const publicUrl = "https://waybill.example.com";
  const server = await startServer({ config: { publicUrl } });
  const answer = await server.client().post("/api/v1/auth/sign-up", person);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(
    /^__Host-waybill_session=[\w-]{43}; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax$/,
  );
  const sent = cookie.split(";")[0] ?? "";
  const key = { name: "k", environment: "live" };
  const post = (headers: Record<string, string>) => server.client(headers).post("/api/v1/keys", key);
  expect((await post({ cookie: sent, origin: publicUrl })).status).toBe(201);
  expectProblem(server, await post({ cookie: sent, origin: server.url }), {
    status: 403,
    code: "cross_origin_refused",
  });
  // A cookie that a page without encryption could have set does not count.
  const plain = await post({ cookie: sent.replace("__Host-", ""), origin: publicUrl });
  expectProblem(server, plain, { status: 401, code: "session_required" });
  expect(plain.body.type).toBe(`${publicUrl}/docs/errors#session_required`);
  await server.stop();
});
