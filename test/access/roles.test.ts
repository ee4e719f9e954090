import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setRole as setUserRole } from "../../src/access/accounts/people.ts";
import { issueKey, rotateKey } from "../../src/access/keys/service.ts";
import { personScopes, scopes } from "../../src/access/model.ts";
import { type Role, roles, scopesOf } from "../../src/access/roles.ts";
import { createApp } from "../../src/app/app.ts";
import { AppError } from "../../src/infra/errors.ts";
import { type Operation, operationOf } from "../../src/infra/http/operation.ts";
import { expectProblem } from "../api/problem.ts";
import { jobsAtRest } from "../support/clock.ts";
import { databaseRows } from "../support/database.ts";
import { createAssigned, platform, withPin } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { addPerson, type Person, principalOfPerson, signInAs } from "../support/people.ts";

let server: TestServer;
let account: TestAccount;
let people: Record<Role, Person>;

beforeAll(async () => {
  server = await startServer({ config: { ephemeral: true, testClock: true } });
  account = await server.account();
  people = await addPeople();
});
afterAll(() => server.stop());

async function addPeople(): Promise<Record<Role, Person>> {
  const added = await Promise.all(roles.map((role) => addPerson(server, account.accountId, role)));
  return Object.fromEntries(added.map((person) => [person.user.role, person])) as Record<Role, Person>;
}

const sandbox = { "x-environment": "sandbox" };

/** What each role may do. Whoever changes this changes what people who work today may do. */
const table = `
  account:write      owner
  assignments:write  owner developer dispatcher
  audit:read         owner developer
  carriers:read      owner developer dispatcher viewer
  carriers:write     owner developer
  charges:read       owner developer dispatcher viewer
  contacts:read      owner developer dispatcher
  contacts:write     owner developer dispatcher
  dispatch:write     owner developer dispatcher
  drivers:read       owner developer dispatcher viewer
  drivers:write      owner developer dispatcher
  events:read        owner developer dispatcher viewer
  keys:read          owner developer
  keys:write         owner developer
  people:read        owner developer dispatcher viewer
  people:write       owner
  quotes:read        owner developer dispatcher viewer
  quotes:write       owner developer dispatcher
  sandbox:write      owner developer
  shipments:read     owner developer dispatcher viewer
  shipments:write    owner developer dispatcher
  tracking:read      owner developer dispatcher viewer
  usage:read         owner developer dispatcher viewer
  webhooks:read      owner developer viewer
  webhooks:write     owner developer
`
  .trim()
  .split("\n")
  .map((line) => line.trim());

/** Operations of signed-in people and their scope; those of keys too are in keys/routes.test.ts. */
const sessionOperations = `
  changeEmail                –
  changePassword             –
  clearPractice              dispatch:write
  confirmSecondFactor        –
  confirmSession             –
  deleteAccount              account:write
  endOtherSessions           –
  endSecondFactor            –
  endSession                 –
  getKey                     keys:read
  getMemberCredentials       people:write
  getNotifications           –
  getSecondFactor            –
  getSession                 –
  handCarrierOver            carriers:write
  invite                     people:write
  issueKey                   keys:write
  keepAccount                account:write
  listAuditEntries           audit:read
  listInvitations            people:read
  listKeys                   keys:read
  listMembers                people:read
  listSessions               –
  patchAccount               account:write
  patchMember                people:write
  patchNotifications         –
  removeMember               people:read
  replaceRecoveryCodes       –
  requestEmailVerification   –
  revokeKey                  keys:write
  rotateKey                  keys:write
  signOut                    –
  startPractice              dispatch:write
  startSecondFactor          –
  uploadAccountImage         account:write
  withdrawInvitation         people:write
`
  .trim()
  .split("\n")
  .map((line) => line.trim());

interface Route {
  method: string;
  path: string;
  operation: Operation;
  needed: string[];
}

/** Every operation that a session can call, except those of the operator. */
const routes = (): Route[] =>
  createApp(server.deps).routes.flatMap((route) => {
    const operation = operationOf(route);
    const { access } = operation;
    if (access.kind !== "platform" && access.kind !== "session") return [];
    const needed = [
      access.scope,
      ...(access.kind === "platform" ? [access.alsoScope, access.personScope] : []),
    ];
    return [
      {
        method: route.method,
        path: route.path.replace(/:\w+/g, "x"),
        operation,
        needed: needed.filter((scope) => scope !== undefined),
      },
    ];
  });

describe("a role", () => {
  test("has the scopes of this table", () => {
    const lines = [...scopes, ...personScopes].sort().map((scope) => {
      const holders = roles.filter((role) => scopesOf(role).includes(scope));
      return [scope.padEnd(18), ...holders].join(" ");
    });
    expect(lines).toEqual(table);
  });

  test("needs for the operations of people what this table says", () => {
    const lines = routes()
      .filter(({ operation: { access } }) => access.kind === "session" || "sessionOnly" in access)
      .map(({ operation, needed }) => `${operation.operationId.padEnd(26)} ${needed.join(" and ") || "–"}`);
    expect(lines.sort()).toEqual(sessionOperations);
  });

  test("opens every operation whose scopes it has and no other, and what it refuses changes nothing", async () => {
    const holders = new Map(table.map((line) => [line.split(/\s+/)[0] ?? "", line.split(/\s+/).slice(1)]));
    // Some operations end sessions.
    const callers = await addPeople();
    // A rush hour changes rows for an hour, so it comes last, and for those first who must not start it.
    const last = ({ operation }: Route) => Number(operation.operationId === "startRushHour");
    for (const route of routes().sort((one, other) => last(one) - last(other))) {
      // One needs every scope to read, and everybody may leave: they have rules of their own.
      if (["exportAccount", "removeMember"].includes(route.operation.operationId)) continue;
      const mayCall = (role: Role) => route.needed.every((scope) => holders.get(scope)?.includes(role));
      const sessions = await Promise.all(
        roles.map(async (role) => ({ role, session: (await signInAs(server, callers[role].user)).session })),
      );
      await jobsAtRest(server.deps);
      const before = databaseRows(server);
      for (const { role, session } of sessions.filter(({ role }) => !mayCall(role))) {
        const { status, body } = await call(session, route);
        const seen = { operation: route.operation.operationId, role, status, code: body?.code };
        expect(seen).toEqual({ ...seen, status: 403, code: "scope_missing" });
        expect(body.detail).toContain(`Your role, ${role},`);
      }
      expect(databaseRows(server)).toEqual(before);
      for (const { role, session } of sessions.filter(({ role }) => mayCall(role))) {
        const { status } = await call(session, route);
        const seen = { operation: route.operation.operationId, role, isAllowed: status !== 403 };
        expect(seen).toEqual({ ...seen, isAllowed: true });
      }
    }
  });

  async function call(session: Person["session"], { method, path, operation }: Route): Promise<Answer> {
    const headers = operation.access.kind === "platform" ? sandbox : undefined;
    return session.send(path, { method, ...(headers && { headers }) });
  }

  test("decides what an export holds", async () => {
    await createAssigned(account.sandbox);
    const types = async ({ session }: Person) => {
      const { status, text } = await session.get(`${platform}/export`, sandbox);
      const lines = status === 200 ? text.trim().split("\n") : [];
      const all = new Set(lines.map((line) => JSON.parse(line).type as string));
      return [status, ...["shipment", "user", "audit_entry", "key"].filter((type) => all.has(type))];
    };
    expect(await types(people.owner)).toEqual([200, "shipment", "user", "audit_entry", "key"]);
    expect(await types(people.developer)).toEqual([200, "shipment", "user", "audit_entry", "key"]);
    expect(await types(people.viewer)).toEqual([403]);
    expect(await types(people.dispatcher)).toEqual([403]);
  });

  test("lets a viewer read no PIN, and a key that only reads goes on reading it", async () => {
    const { shipment } = await createAssigned(account.sandbox, withPin);
    const path = `${platform}/shipments/${shipment.id}/pin`;
    for (const role of roles) {
      const { status, body } = await people[role].session.get(path, sandbox);
      const isRefused = role === "viewer";
      expect([role, status, body.pin !== undefined]).toEqual([role, isRefused ? 403 : 200, !isRefused]);
    }
    const input = { name: "reads", environment: "sandbox", scopes: ["shipments:read"] } as const;
    const { secret } = await issueKey(server.deps, principalOfPerson(people.owner), {
      ...input,
      scopes: [...input.scopes],
    });
    expect((await server.client({ "x-api-key": secret }).get(path)).status).toBe(200);
  });

  test("is shown by the session, with its scopes", async () => {
    const { body } = await people.viewer.session.get("/api/v1/auth/session");
    expect([body.user.role, body.scopes]).toEqual(["viewer", [...scopesOf("viewer")]]);
  });
});

test("whoever signs up is an owner, with every scope", async () => {
  const { body } = await account.session.get("/api/v1/auth/session");
  expect([body.user.role, body.scopes]).toEqual(["owner", [...scopes, ...personScopes]]);
});

describe("another role", () => {
  const setRole = (person: Person, role: Role) =>
    server.deps.stores.accounts.write((tx) => setUserRole(tx, person.user.id, role));

  test("holds for the next request and ends open streams", async () => {
    const person = await addPerson(server, account.accountId, "developer");
    const { shipment } = await createAssigned(account.sandbox);
    const path = `${platform}/tracking/${shipment.id}/stream?environment=sandbox`;
    const stream = await fetch(server.url + path, { headers: { cookie: person.cookie } });
    expect((await person.session.get("/api/v1/keys")).status).toBe(200);
    await setRole(person, "viewer");
    const refused = await person.session.get("/api/v1/keys");
    expectProblem(server, refused, { status: 403, code: "scope_missing" });
    expect(await stream.text()).toContain("event: status");
  });
});

describe("a key", () => {
  test("never gets more than its maker may do", async () => {
    const maker = principalOfPerson(people.dispatcher);
    const key = { name: "k", environment: "sandbox" } as const;
    const { body: full } = await account.session.post("/api/v1/keys", key);
    const before = databaseRows(server);
    const codeOf = (make: () => Promise<unknown>) =>
      (async () => make())().catch((error: unknown) => error instanceof AppError && error.code);
    for (const scope of ["webhooks:write", "sandbox:write"] as const) {
      const wanted = { ...key, scopes: ["quotes:read" as const, scope] };
      expect(await codeOf(() => issueKey(server.deps, maker, wanted))).toBe("scope_missing");
    }
    expect(await codeOf(() => rotateKey(server.deps, maker, full.id, null))).toBe("scope_missing");
    expect(databaseRows(server)).toEqual(before);
    const { scopes: given } = await issueKey(server.deps, maker, key);
    expect(given).toEqual(scopes.filter((scope) => scopesOf("dispatcher").includes(scope)));
  });
});
