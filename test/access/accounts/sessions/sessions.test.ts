import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseCidrs } from "../../../../src/infra/net/address.ts";
import { expectProblem } from "../../../api/problem.ts";
import { createClock, type TestClock } from "../../../support/clock.ts";
import { databaseRows } from "../../../support/database.ts";
import { createAssigned, platform } from "../../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";

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

const sessions = "/api/v1/auth/sessions";
const hourSeconds = 3_600;
const inSeconds = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();

/** Signs in from this address with this browser, which from then on sends these headers. */
async function signInHeaders({ email, password }: TestAccount, address: string, browser: string) {
  const headers = { "x-forwarded-for": address, "user-agent": browser, "sec-fetch-site": "same-origin" };
  const answer = await server.client(headers).post("/api/v1/auth/sign-in", { email, password });
  expect(answer.status).toBe(200);
  return { ...headers, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

const signIn = async (account: TestAccount, address: string, browser: string): Promise<Client> =>
  server.client(await signInHeaders(account, address, browser));

async function list(client: Client, query = ""): Promise<Answer["body"][]> {
  const answer = await client.get(sessions + query);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

async function ownOf(client: Client): Promise<Answer["body"]> {
  return (await list(client)).find((session) => session.current);
}

const isSignedIn = async (client: Client) => (await client.get("/api/v1/auth/session")).status === 200;

describe("the list of sessions", () => {
  test("says when, where and with what each was started, and which one sent the request", async () => {
    const account = await server.account();
    const laptop = await signIn(account, "198.51.100.7", "Laptop/1.0");
    const phone = await signIn(account, "2001:db8::7", "Phone/2.0");
    const session = {
      id: expect.stringMatching(/^ses_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      created_at: inSeconds(0),
      last_seen_at: inSeconds(0),
      expires_at: inSeconds(12 * hourSeconds),
    };
    const onPhone = { ...session, address: "2001:db8::7", user_agent: "Phone/2.0" };
    const onLaptop = { ...session, address: "198.51.100.7", user_agent: "Laptop/1.0" };
    const byCommand = { ...session, address: null, user_agent: null };
    expect(await list(laptop)).toEqual([
      { ...onPhone, current: false },
      { ...onLaptop, current: true },
      { ...byCommand, current: false },
    ]);
    expect((await list(phone)).map(({ current }) => current)).toEqual([true, false, false]);
  });

  test("stores 200 characters of the User-Agent, and null if there is none", async () => {
    const account = await server.account();
    const long = await signIn(account, "198.51.100.8", "b".repeat(300));
    expect((await ownOf(long)).user_agent).toBe("b".repeat(200));
    const silent = await signIn(account, "198.51.100.8", "");
    expect((await ownOf(silent)).user_agent).toBeNull();
  });

  test("shows the last use, and the end that follows from it", async () => {
    const account = await server.account();
    const client = await signIn(account, "198.51.100.9", "Laptop/1.0");
    clock.advance(hourSeconds);
    const used = await eventually("the use to be noted", async () => {
      const session = await ownOf(client);
      return session.last_seen_at === inSeconds(0) ? session : undefined;
    });
    expect(used.created_at).toBe(inSeconds(-hourSeconds));
    expect(used.expires_at).toBe(inSeconds(12 * hourSeconds));
  });

  test("leaves out those that have ended by themselves", async () => {
    const account = await server.account();
    const old = await signIn(account, "198.51.100.10", "Old/1.0");
    const { id } = await ownOf(old);
    clock.advance(12 * hourSeconds - 1);
    const client = await signIn(account, "198.51.100.10", "New/1.0");
    expect((await list(client)).map((session) => session.id)).toContain(id);
    clock.advance(1);
    expect((await list(client)).map(({ user_agent }) => user_agent)).toEqual(["New/1.0"]);
    expectProblem(server, await client.delete(`${sessions}/${id}`), { status: 404, code: "not_found" });
  });

  test("comes in pages", async () => {
    const account = await server.account();
    await signIn(account, "198.51.100.11", "One/1.0");
    const first = await account.session.get(`${sessions}?limit=1`);
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await account.session.get(next);
    const browsers = [...first.body.data, ...second.body.data].map((session) => session.user_agent);
    expect(browsers).toEqual(["One/1.0", null]);
    expect(second.body.has_more).toBe(false);
  });

  test("holds neither tokens nor anybody else's", async () => {
    const [account, other] = [await server.account(), await server.account()];
    const theirs = await ownOf(other.session);
    const { text } = await account.session.get(sessions);
    expect(text).not.toContain(theirs.id);
    expect(text).not.toMatch(/hash|token/);
  });
});

describe("ending a session", () => {
  test("holds for its very next request, and leaves the others alone", async () => {
    const account = await server.account();
    const lost = await signIn(account, "198.51.100.12", "Lost/1.0");
    const other = await signIn(account, "198.51.100.12", "Other/1.0");
    const { id } = await ownOf(lost);
    const answer = await account.session.delete(`${sessions}/${id}`);
    expect([answer.status, answer.text, answer.headers.get("set-cookie")]).toEqual([204, "", null]);
    expectProblem(server, await lost.get(sessions), { status: 401, code: "session_required" });
    expect(await isSignedIn(other)).toBe(true);
    expect(await isSignedIn(account.session)).toBe(true);
    expect((await list(account.session)).map((session) => session.user_agent)).toEqual(["Other/1.0", null]);
  });

  test("can be the session of the request, whose cookie is deleted too", async () => {
    const { session: client } = await server.account();
    const answer = await client.delete(`${sessions}/${(await ownOf(client)).id}`);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
      204,
      "waybill_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect(await isSignedIn(client)).toBe(false);
  });

  test("closes its streams", async () => {
    const account = await server.account();
    const { shipment } = await createAssigned(account.sandbox);
    const path = `${platform}/tracking/${shipment.id}/stream?environment=sandbox`;
    const headers = await signInHeaders(account, "198.51.100.13", "Viewer/1.0");
    const stream = await fetch(server.url + path, { headers });
    expect(stream.status).toBe(200);
    const { id } = await ownOf(server.client(headers));
    expect((await account.session.delete(`${sessions}/${id}`)).status).toBe(204);
    expect(await stream.text()).toContain("event: status");
    expect((await fetch(server.url + path, { headers })).status).toBe(401);
  });

  test("can be of all others at once", async () => {
    const [account, other] = [await server.account(), await server.account()];
    const asking = await signIn(account, "198.51.100.15", "Asking/1.0");
    const ended = await ownOf(account.session);
    expect((await asking.delete(sessions)).status).toBe(204);
    expect(await isSignedIn(account.session)).toBe(false);
    expect([await isSignedIn(asking), await isSignedIn(other.session)]).toEqual([true, true]);
    expect(await list(asking)).toHaveLength(1);
    const [entry] = (await asking.get("/api/v1/audit")).body.data;
    expect(entry).toMatchObject({ action: "session.ended", target: { id: ended.id } });
    const before = databaseRows(server);
    expect((await asking.delete(sessions)).status).toBe(204);
    expect(databaseRows(server)).toEqual(before);
  });

  test("is not for another person's, nor for one that has ended", async () => {
    const [account, other] = [await server.account(), await server.account()];
    const theirs = await ownOf(other.session);
    const gone = await signIn(account, "198.51.100.14", "Gone/1.0");
    const ended = await ownOf(gone);
    await gone.post("/api/v1/auth/sign-out");
    const before = databaseRows(server);
    for (const id of [theirs.id, ended.id, "ses_x"]) {
      const answer = await account.session.delete(`${sessions}/${id}`);
      expectProblem(server, answer, { status: 404, code: "not_found" });
    }
    expect(databaseRows(server)).toEqual(before);
    expect(await isSignedIn(other.session)).toBe(true);
  });

  test("is for people, from our own pages", async () => {
    const account = await server.account();
    const { id } = await ownOf(account.session);
    const before = databaseRows(server);
    for (const client of [account.sandbox, server.client()]) {
      const answers = [
        await client.get(sessions),
        await client.delete(sessions),
        await client.delete(`${sessions}/${id}`),
      ];
      for (const answer of answers) expectProblem(server, answer, { status: 401, code: "session_required" });
    }
    const foreign = await account.session.delete(`${sessions}/${id}`, { "sec-fetch-site": "cross-site" });
    expectProblem(server, foreign, { status: 403, code: "cross_origin_refused" });
    const others = await account.session.delete(sessions, { "sec-fetch-site": "cross-site" });
    expectProblem(server, others, { status: 403, code: "cross_origin_refused" });
    expect(databaseRows(server)).toEqual(before);
  });
});
