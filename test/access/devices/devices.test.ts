import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { issueLink } from "../../../src/access/devices/linking.ts";
import { deviceStore } from "../../../src/access/devices/store.ts";
import { operatorIn } from "../../../src/infra/http/principal.ts";
import { forgetRows } from "../../../src/infra/jobs/jobs.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock } from "../../support/clock.ts";
import { databaseRows } from "../../support/database.ts";
import { addDriver, driverClient, driverToken, type TestDriver } from "../../support/drivers.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

const me = "/api/v1/driver/me";
const link = "/api/v1/driver/link";
const clock = createClock();
let server: TestServer;
let account: TestAccount;
let driver: TestDriver;

beforeAll(async () => {
  server = await startServer({ replacements: { clock } });
  account = await server.account();
  driver = await addDriver(server, "sandbox", account.accountId);
});
afterAll(() => server.stop());
// Wrong codes of one test must not delay the next.
beforeEach(() => clock.advance(3600));

const connect = (code: string, headers = {}, device_name = "Kim's phone") =>
  server.client(headers).post(link, { code, device_name });
const issue = async (of = driver) =>
  (await issueLink(server.deps, operatorIn(account.accountId), () => of)).code;
const cookieIn = (answer: { headers: Headers }) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";
const phoneWith = (cookie: string) => server.client({ cookie, "sec-fetch-site": "same-origin" });
const required = { status: 401, code: "device_required" } as const;
const refused = { status: 403, code: "driver_link_refused" } as const;

describe("a link", () => {
  test("connects three devices within a day, and its code is stored as a hash", async () => {
    const code = await issue();
    const answers = [await connect(code), await connect(code), await connect(code)];
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        driver: { id: driver.id, name: "Kim Berger", on_duty: false, capacity: { assignments: 5 } },
        carrier: { id: driver.carrierId },
        environment: "sandbox",
      });
      expect(answer.headers.get("set-cookie")).toMatch(/^waybill_driver=.*HttpOnly; SameSite=Lax/);
      expect((await phoneWith(cookieIn(answer)).get(me)).body).toEqual(answer.body);
    }
    expectProblem(server, await connect(code), refused);
    const stored = JSON.stringify(databaseRows(server));
    for (const secret of [code, ...answers.map((answer) => cookieIn(answer).split("=")[1] ?? "")]) {
      expect(stored).not.toContain(secret);
    }
  });

  test("ends with its day and with the next link, but not its devices", async () => {
    const first = await issue();
    const phone = phoneWith(cookieIn(await connect(first)));
    const second = await issue();
    expectProblem(server, await connect(first), refused);
    clock.advance(24 * 3600 - 1);
    expect((await connect(second)).status).toBe(201);
    clock.advance(1);
    expectProblem(server, await connect(second), refused);
    expect((await phone.get(me)).status).toBe(200);
  });

  test("that is wrong makes its sender wait, as a wrong password does", async () => {
    const code = await issue();
    for (let tries = 0; tries < 5; tries += 1) expectProblem(server, await connect(`${code}x`), refused);
    expectProblem(server, await connect(`${code}x`), { status: 429, code: "sign_in_throttled" });
    expect((await connect(code)).status).toBe(429);
    clock.advance(3600);
    expect((await connect(code)).status).toBe(201);
  });

  test("ends the device that the browser had before", async () => {
    const other = await addDriver(server, "sandbox", account.accountId);
    const cookie = cookieIn(await connect(await issue()));
    const next = await connect(await issue(other), { cookie, "sec-fetch-site": "same-origin" });
    expect(next.body.driver.id).toBe(other.id);
    expectProblem(server, await phoneWith(cookie).get(me), required);
    expect((await phoneWith(cookieIn(next)).get(me)).status).toBe(200);
  });

  test("does not connect more than ten devices", async () => {
    const busy = await addDriver(server, "sandbox", account.accountId);
    for (let count = 0; count < 10; count += 1) {
      expect((await connect(await issue(busy))).status).toBe(201);
    }
    expectProblem(server, await connect(await issue(busy)), { status: 409, code: "limit_reached" });
  });
});

describe("a device", () => {
  test("acts only from our own pages", async () => {
    const cookie = cookieIn(await connect(await issue()));
    const foreign = server.client({ cookie, "sec-fetch-site": "cross-site" });
    const answer = await foreign.put(`${me}/duty`, { on_duty: true });
    expectProblem(server, answer, { status: 403, code: "cross_origin_refused" });
    expect((await foreign.get(me)).body.driver.on_duty).toBe(false);
    expect((await phoneWith(cookie).put(`${me}/duty`, { on_duty: true })).body.driver.on_duty).toBe(true);
    expect((await phoneWith(cookie).put(`${me}/duty`, { on_duty: false })).body.driver.on_duty).toBe(false);
  });

  test("ends after 14 days without use, each use begins them again, and a job deletes it", async () => {
    const phone = phoneWith(cookieIn(await connect(await issue())));
    const days = 86_400;
    clock.advance(13 * days);
    expect((await phone.get(me)).status).toBe(200);
    await server.deps.stores.accounts.write(() => {});
    clock.advance(13 * days);
    expect((await phone.get(me)).status).toBe(200);
    await server.deps.stores.accounts.write(() => {});
    clock.advance(14 * days);
    expectProblem(server, await phone.get(me), required);
    await forgetRows(server.deps).run(clock.now());
    expect(deviceStore(server.deps.stores.accounts.db).list(driver.id, 0, undefined, 10)).toEqual([]);
  });

  test("disconnects itself", async () => {
    const phone = phoneWith(cookieIn(await connect(await issue())));
    const answer = await phone.delete(`${me}/session`);
    expect([answer.status, cookieIn(answer)]).toEqual([204, "waybill_driver="]);
    expectProblem(server, await phone.get(me), required);
  });

  test("belongs to its environment, whatever the request names", async () => {
    const live = await addDriver(server, "live", account.accountId);
    const phone = await driverClient(server, live, account.accountId);
    expect((await phone.get(me)).body.environment).toBe("live");
    expect((await phone.get(me, { "x-environment": "sandbox" })).body.environment).toBe("live");
    expectProblem(server, await phone.get(`${me}?environment=sandbox`), {
      status: 400,
      code: "query_invalid",
      at: { environment: "unknown_field" },
    });
  });

  test("opens nothing but /driver", async () => {
    const phone = await driverClient(server, driver, account.accountId);
    for (const path of ["/api/v1/platform/shipments", "/api/v1/carrier/me", "/api/v1/keys"]) {
      expect((await phone.get(path)).status).toBe(401);
    }
    expectProblem(server, await account.session.get(me), required);
  });
});

test("tokens and devices stop with their account, and start again with it", async () => {
  const other = await server.account();
  const theirs = await addDriver(server, "sandbox", other.accountId);
  const phone = await driverClient(server, theirs, other.accountId);
  const authorization = `Bearer ${await driverToken(server, theirs, other.accountId)}`;
  const { code } = await issueLink(server.deps, operatorIn(other.accountId), () => theirs);
  await changeAccount(server.deps, other.accountId, { suspended: true });
  const suspended = { status: 403, code: "account_suspended" } as const;
  expectProblem(server, await phone.get(me), suspended);
  expectProblem(server, await server.client({ authorization }).get(me), suspended);
  expectProblem(server, await connect(code), suspended);
  await changeAccount(server.deps, other.accountId, { suspended: false });
  expect((await phone.get(me)).status).toBe(200);
  expect((await server.client({ authorization }).get(me)).status).toBe(200);
});

test("a driver's token opens /driver, and one for positions nothing but them", async () => {
  const secret = await driverToken(server, driver, account.accountId);
  expect(secret).toMatch(/^wbd_sandbox_/);
  const program = server.client({ authorization: `Bearer ${secret}` });
  expect((await program.put(`${me}/duty`, { on_duty: true })).body.driver.on_duty).toBe(true);
  expect((await program.get("/api/v1/carrier/me")).body.code).toBe("token_invalid");
  const positions = await driverToken(server, driver, account.accountId, "positions");
  expect(positions).toMatch(/^wbp_sandbox_/);
  const tracker = server.client({ authorization: `Bearer ${positions}` });
  expectProblem(server, await tracker.get(me), { status: 403, code: "positions_only" });
});
