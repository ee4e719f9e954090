import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { reportUnits } from "../../../src/access/limits/budget.ts";
import { chargeWork } from "../../../src/access/limits/work.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock } from "../../support/clock.ts";
import { addDriver, driverToken } from "../../support/drivers.ts";
import { platform } from "../../support/fixtures.ts";
import { addOpenFleet } from "../../support/fleets.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { pictures } from "../../support/images.ts";

/** All tokens of an account share a budget, in tier `free` 20 a second and 1 200 at once; one of them has half of it. */

const reportsPath = "/api/v1/driver/reports";
const clock = createClock();
let server: TestServer;
let account: TestAccount;
let carrierId: string;

beforeAll(async () => {
  server = await startServer({ config: { defaultTier: "free" }, replacements: { clock } });
});
beforeEach(async () => {
  account = await server.account();
  carrierId = await addOpenFleet(server, account.accountId);
});
afterAll(() => server.stop());

async function phone(name: string): Promise<Client> {
  const driver = await addDriver(server, "sandbox", account.accountId, { carrierId, onDuty: true, name });
  return server.client({ authorization: `Bearer ${await driverToken(server, driver, account.accountId)}` });
}

let sent = 0;
const position = () => {
  sent += 1;
  return {
    id: `p-${sent}`,
    type: "position",
    at: new Date(clock.now()).toISOString(),
    latitude: 52.5,
    longitude: 13.4,
  };
};
const news = () => {
  sent += 1;
  const assignment_id = "asg_01m8k13emqe2crh23mwhb3hgx3";
  const at = new Date(clock.now()).toISOString();
  return { id: `n-${sent}`, type: "progress", substatus: "picked_up", assignment_id, at };
};
const send = (by: Client, reports: object[]) =>
  by.post(reportsPath, { sent_at: new Date(clock.now()).toISOString(), reports });
const positions = (by: Client, count = 500) => send(by, Array.from({ length: count }, position));

/** Sends positions until not one more is taken. @returns how many were */
async function fill(by: Client): Promise<number> {
  let taken = 0;
  for (const count of [500, 50, 5, 1]) {
    for (let status = 200; status === 200; ) {
      status = (await positions(by, count)).status;
      expect([200, 429]).toContain(status);
      if (status === 200) taken += count;
      expect(taken).toBeLessThan(10_000);
    }
  }
  return taken;
}
/** A report is a tenth of a request, and what the answers say of each counts too. */
const isNearly = (taken: number, units: number) =>
  taken > (units / reportUnits) * 0.95 && taken <= units / reportUnits;

describe("positions", () => {
  test("of one token use a half, of all tokens the whole, and keys go on", async () => {
    const [kim, sam, robin] = [await phone("Kim"), await phone("Sam"), await phone("Robin")];
    expect(isNearly(await fill(kim), 600)).toBe(true);
    expect(isNearly(await fill(sam), 600)).toBe(true);
    expect(await fill(robin)).toBe(0);
    const refused = await positions(robin);
    expectProblem(server, refused, { status: 429, code: "rate_limited" });
    expect(refused.headers.get("retry-after")).toBe("3");
    expect((await account.sandbox.get(`${platform}/account`)).status).toBe(200);
    clock.advance(3);
    expect((await positions(robin)).status).toBe(200);
    expect((await positions(robin)).status).toBe(429);
  });

  test("of another account have their own; a tier without limits has none", async () => {
    const kim = await phone("Kim");
    await fill(kim);
    account = await server.account();
    carrierId = await addOpenFleet(server, account.accountId);
    expect((await positions(await phone("Sam"))).status).toBe(200);
    await changeAccount(server.deps, account.accountId, { tier: "unlimited" });
    const robin = await phone("Robin");
    for (let batch = 0; batch < 14; batch += 1) expect((await positions(robin)).status).toBe(200);
  });

  test("of an app with a single one in the query are refused too", async () => {
    const kim = await addDriver(server, "sandbox", account.accountId, { carrierId, onDuty: true });
    const token = await driverToken(server, kim, account.accountId, "positions");
    const path = `/api/v1/driver/osmand?id=${token}&lat=52.5&lon=13.4&timestamp=${clock.now()}`;
    expect((await server.client().get(path)).status).toBe(200);
    chargeWork(server.deps, { accountId: account.accountId, id: "another" }, 1_200);
    expectProblem(server, await server.client().get(path), { status: 429, code: "rate_limited" });
  });
});

describe("what may move goods", () => {
  test("is taken when positions have used up the budget; positions beside it are left out, and come again later", async () => {
    const kim = await phone("Kim");
    await fill(kim);
    const alone = await send(kim, [news()]);
    expect([alone.status, alone.body.results[0].problem.code]).toEqual([200, "assignment_not_found"]);
    const [one, two] = [position(), position()];
    const mixed = await send(kim, [one, news(), two]);
    expect(mixed.status).toBe(200);
    expect(mixed.body.results.map(({ problem }: { problem: { code: string } }) => problem.code)).toEqual([
      "rate_limited",
      "assignment_not_found",
      "rate_limited",
    ]);
    clock.advance(10);
    const again = await send(kim, [one, two]);
    expect(again.body.results.map(({ result }: { result: string }) => result)).toEqual([
      "applied",
      "applied",
    ]);
  });

  test("a picture is taken then too, and counts", async () => {
    const kim = await phone("Kim");
    await fill(kim);
    const upload = () =>
      kim.send("/api/v1/driver/images", {
        method: "POST",
        body: pictures.png,
        headers: { "content-type": "image/png" },
      });
    expect((await upload()).status).toBe(201);
    chargeWork(server.deps, { accountId: account.accountId, id: "another" }, 2_400);
    const refused = await upload();
    expectProblem(server, refused, { status: 429, code: "rate_limited" });
    clock.advance(Number(refused.headers.get("retry-after")));
    expect((await upload()).status).toBe(201);
  });
});

test("an account reads its budget, and has as many streams as it says", async () => {
  const budgetOf = async () => (await account.sandbox.get(`${platform}/account`)).body.budget;
  expect(await budgetOf()).toEqual({
    response_bytes_per_second: 1_048_576,
    response_bytes_burst: 33_554_432,
    work_per_second: 20,
    work_burst: 1_200,
    streams: 20,
  });
  const leaving = new AbortController();
  const open = () =>
    fetch(`${server.url}${platform}/events/stream`, {
      headers: { "x-api-key": account.sandboxKey },
      signal: leaving.signal,
    });
  const opened: Response[] = [];
  for (let count = 0; count < 20; count += 1) {
    opened.push(await open());
    clock.advance(1);
  }
  expect(opened.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const refused = await account.sandbox.get(`${platform}/events/stream`);
  expectProblem(server, refused, { status: 409, code: "limit_reached" });
  expect(refused.body.detail).toContain("tier free may have at most 20 open streams");
  leaving.abort();
  await changeAccount(server.deps, account.accountId, { tier: "growth" });
  expect((await budgetOf()).streams).toBe(50);
  await changeAccount(server.deps, account.accountId, { tier: "unlimited" });
  expect(await budgetOf()).toBeNull();
});

test("a rush hour may move 6,000 shipments a second of simulated time, and no more", async () => {
  const start = (settings: object) => account.sandbox.post(`${platform}/sandbox/rush-hour`, settings);
  const refused = await start({ shipments: 500, minutes: 1, speed: 60 });
  expectProblem(server, refused, { status: 422, code: "validation_failed", at: { "#/speed": "maximum" } });
  expect(refused.body.errors[0].detail).toBe("must be at most 12 with 500 shipments");
  expect((await account.sandbox.get(`${platform}/sandbox/rush-hour`)).status).toBe(404);
  expect((await start({ shipments: 500, minutes: 1, speed: 12 })).status).toBe(201);
});
