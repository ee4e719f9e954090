import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountStore } from "../../../src/access/accounts/store.ts";
import { createClock, type TestClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { addPerson, signInAs } from "../../support/people.ts";
import { sendRaw } from "../../support/raw.ts";

/** The gate admits a request when its head has arrived. What happens before its body has arrived counts too. */

let server: TestServer;
let clock: TestClock;
let account: TestAccount;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock } });
  account = await server.account();
});
afterAll(() => server.stop());

/** Sends the body after `meanwhile`, which runs once the gate has admitted the request. */
function sendHeld(
  { cookie, sessionId }: { cookie: string; sessionId: string },
  path: string,
  body: object,
  meanwhile: () => Promise<unknown>,
) {
  const text = JSON.stringify(body);
  clock.advance(61);
  const head =
    `POST ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
  return sendRaw(server.url, head, async (send) => {
    // The gate records the use of the session.
    await eventually(
      "the gate to admit the request",
      () => accountStore(server.deps.stores.accounts.db).findSession(sessionId)?.lastSeenAt === clock.now(),
    );
    await meanwhile();
    send(text);
  });
}

const key = { name: "held", environment: "live" };
const powers = [
  ["/api/v1/auth/email", { email: "thief@example.com" }],
  ["/api/v1/auth/second-factor", {}],
  ["/api/v1/keys", key],
  ["/api/v1/account/invitations", { email: "thief@example.com", role: "owner" }],
] as const;

test("a session that has ended before the body arrives changes nothing", async () => {
  const person = await addPerson(server, account.accountId, "owner");
  for (const [path, body] of powers) {
    const stolen = await signInAs(server, person.user);
    const answer = await sendHeld(stolen, path, body, () => person.session.delete("/api/v1/auth/sessions"));
    expect([path, answer.status, answer.body?.code]).toEqual([path, 401, "session_required"]);
  }
  const rows = JSON.stringify(databaseRows(server));
  expect(rows).not.toContain("thief@example.com");
  expect(rows).not.toContain('"held"');
});

test("a role that a person has lost before the body arrives gives no power", async () => {
  const person = await addPerson(server, account.accountId, "developer");
  const answer = await sendHeld(person, "/api/v1/keys", key, () =>
    account.session.patch(`/api/v1/account/members/${person.user.id}`, { role: "viewer" }),
  );
  expect([answer.status, answer.body?.code]).toEqual([403, "scope_missing"]);
});
