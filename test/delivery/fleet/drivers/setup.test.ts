import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import decodeQr from "qr/decode.js";
import { finishRemovals } from "../../../../src/delivery/fleet/drivers/jobs.ts";
import { findDriver, toAssignmentDriver } from "../../../../src/delivery/fleet/drivers/reading.ts";
import { driverStore } from "../../../../src/delivery/fleet/drivers/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { audience } from "../../../../src/infra/public-address.ts";
import { expectProblem } from "../../../api/problem.ts";
import { addCarrier, addFleet } from "../../../support/carrier-rows.ts";
import { databaseRows } from "../../../support/database.ts";
import { addDriver, driverClient, driverToken, giveJob } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";

const drivers = `${platform}/drivers`;
const me = "/api/v1/driver/me";
let server: TestServer;
let account: TestAccount;
let other: TestAccount;
let operator: Client;
let fleet: string;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  other = await server.account();
  operator = (await createOperator(server)).session;
  fleet = await addFleet(server, "sandbox", account.accountId);
});
afterAll(() => server.stop());

const kim = () => ({ carrier_id: fleet, name: "Kim Berger", vehicle: { type: "cargo_bike" } });

async function create(change = {}, client = account.sandbox, path = drivers) {
  const answer = await client.post(path, { ...kim(), ...change });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe("a driver", () => {
  test("whom Waybill asks takes 5 jobs, and one whom a dispatcher assigns as many as come", async () => {
    const nearest = await addFleet(server, "sandbox", account.accountId, {
      settings: { dispatch: "nearest" },
    });
    const manual = await addFleet(server, "sandbox", account.accountId, { settings: { dispatch: "manual" } });
    const capacityIn = async (carrier_id: string, change = {}) =>
      (await create({ carrier_id, ...change })).capacity;
    expect(await capacityIn(nearest)).toEqual({ assignments: 5, weight_grams: null });
    expect(await capacityIn(manual)).toEqual({ assignments: null, weight_grams: null });
    const capacity = { assignments: 3 };
    expect(await capacityIn(manual, { capacity })).toEqual({ assignments: 3, weight_grams: null });
  });

  test("is created with what the form leaves out, read, listed and changed", async () => {
    const made = await create();
    expect(made).toMatchObject({
      carrier_id: fleet,
      environment: "sandbox",
      name: "Kim Berger",
      phone: null,
      vehicle: { type: "cargo_bike", plate: null },
      language: null,
      on_duty: false,
      position: null,
      active_assignments: 0,
      capacity: { assignments: null, weight_grams: null },
      devices: 0,
      version: 1,
    });
    const path = `${drivers}/${made.id}`;
    expect((await account.sandbox.get(path)).body).toEqual(made);
    const patch = { phone: "+4930123456", vehicle: { plate: "B-WB 1" }, capacity: { weight_grams: 9_000 } };
    const changed = await account.sandbox.patch(path, patch, { "if-match": '"1"' });
    expect(changed.body).toMatchObject({
      phone: "+4930123456",
      vehicle: { type: "cargo_bike", plate: "B-WB 1" },
      capacity: { assignments: null, weight_grams: 9_000 },
      version: 2,
    });
    const stale = await account.sandbox.patch(path, { name: "Kim" }, { "if-match": '"1"' });
    expectProblem(server, stale, { status: 412, code: "precondition_failed" });
    const same = await account.sandbox.patch(path, { phone: "+4930123456", language: null });
    expect(same.body.version).toBe(2);
    const unlimited = await account.sandbox.patch(path, { capacity: { assignments: null }, language: "de" });
    expect(unlimited.body).toMatchObject({ capacity: { assignments: null }, language: "de", version: 3 });
    const listed = await account.sandbox.get(`${drivers}?carrier_id=${fleet}&on_duty=false&limit=100`);
    expect(listed.body.data).toContainEqual(unlimited.body);
    expect((await account.sandbox.get(`${drivers}?on_duty=true`)).body.data).toEqual([]);
    expect((await account.live.get(drivers)).body.data).toEqual([]);
  });

  test("works for a fleet of its owner only", async () => {
    const deleted = await addFleet(server, "sandbox", account.accountId, { deletedAt: 1 });
    const foreign = await addFleet(server, "sandbox", other.accountId);
    const installed = await addFleet(server, "sandbox", null);
    const live = await addFleet(server, "live", account.accountId);
    for (const carrier_id of [deleted, foreign, installed, live]) {
      const answer = await account.sandbox.post(drivers, { ...kim(), carrier_id });
      expectProblem(server, answer, { status: 404, code: "not_found" });
    }
    const carrier_id = await addCarrier(server, "sandbox", account.accountId);
    expectProblem(server, await account.sandbox.post(drivers, { ...kim(), carrier_id }), {
      status: 422,
      code: "validation_failed",
      at: { "#/carrier_id": "kind" },
    });
  });

  test("is refused with each fault named, and nothing is stored", async () => {
    const before = (await account.sandbox.get(`${drivers}?limit=100`)).body.data.length;
    const wrong = {
      carrier_id: "car_1",
      name: " ",
      phone: "030 1234",
      vehicle: { type: "horse" },
      language: "xx",
      capacity: { assignments: 0 },
      on_duty: true,
    };
    expectProblem(server, await account.sandbox.post(drivers, wrong), {
      status: 422,
      code: "validation_failed",
      at: {
        "#/on_duty": "unknown_field",
        "#/carrier_id": "format",
        "#/name": "pattern",
        "#/phone": "format",
        "#/vehicle/type": "enum",
        "#/language": "enum",
        "#/capacity/assignments": "minimum",
      },
    });
    // Nobody gets more than 200 jobs, so nobody can be told that they may.
    const many = { carrier_id: fleet, name: "Kim", vehicle: { type: "van" }, capacity: { assignments: 201 } };
    expectProblem(server, await account.sandbox.post(drivers, many), {
      status: 422,
      code: "validation_failed",
      at: { "#/capacity/assignments": "maximum" },
    });
    expect((await account.sandbox.get(`${drivers}?limit=100`)).body.data).toHaveLength(before);
  });

  test("is made once by a repeated request", async () => {
    const once = { "idempotency-key": "driver-1" };
    const first = await account.sandbox.post(drivers, kim(), once);
    const again = await account.sandbox.post(drivers, kim(), once);
    expect(again.body).toEqual(first.body);
  });

  test("is named by first name and initial", async () => {
    const { id } = await create({ name: "Kim  van den Berg", phone: "+4930123456" });
    const row = findDriver(server.deps.stores.platform("sandbox").db, id);
    expect(row && toAssignmentDriver(row)).toEqual({
      name: "Kim B.",
      phone: "+4930123456",
      vehicle: { type: "cargo_bike", plate: null },
    });
  });
});

describe("duty", () => {
  test("begins with the driver and ends with either", async () => {
    const made = await create();
    const path = `${drivers}/${made.id}`;
    const phone = await phoneOf(made);
    const refused = await account.sandbox.patch(path, { on_duty: true });
    expectProblem(server, refused, {
      status: 422,
      code: "validation_failed",
      at: { "#/on_duty": "driver_only" },
    });
    const on = await phone.put(`${me}/duty`, { on_duty: true });
    expect(on.body).toEqual((await phone.get(me)).body);
    expect(on.body.driver.on_duty).toBe(true);
    const listed = await account.sandbox.get(`${drivers}?on_duty=true`);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect((await account.sandbox.patch(path, { on_duty: false })).body).toMatchObject({
      on_duty: false,
      version: 1,
    });
    expect((await phone.get(me)).body.driver.on_duty).toBe(false);
    // Duty, position and devices change without a new version, so that no cache may keep what it has.
    const known = await account.sandbox.get(path, { "if-none-match": '"1"' });
    expect(known.status).toBe(200);
  });
});

const phoneOf = ({ id, carrier_id }: { id: string; carrier_id: string }) =>
  driverClient(
    server,
    {
      id,
      driverId: id,
      carrierId: carrier_id,
      environment: "sandbox",
      accountId: account.accountId,
      name: "Kim",
    },
    account.accountId,
  );

/** What a camera reads: each rectangle of the picture drawn with four dots a module. */
function readQr(svg: string): string {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * 4;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const [, path = ""] = /<path d="([^"]+)"/.exec(svg) ?? [];
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row += 1) {
      const start = (row * side + Number(x) * 4) * 4;
      data.fill(0, start, start + Number(width) * 16);
    }
  }
  for (let index = 3; index < data.length; index += 4) data[index] = 255;
  return decodeQr({ width: side, height: side, data });
}

describe("a link", () => {
  test("is shown once as address and QR code, and connects a phone", async () => {
    const made = await create();
    const path = `${drivers}/${made.id}`;
    const { status, body, headers } = await account.sandbox.post(`${path}/link`);
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toContain("no-store");
    const code = body.url.split("#")[1];
    expect(body.url).toBe(`${server.url}/d#${code}`);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(readQr(body.qr_svg)).toBe(body.url);
    const connected = await server
      .client()
      .post("/api/v1/driver/link", { code, device_name: "Kim's phone" }, { "user-agent": "Phone 1" });
    expect(connected.body.driver.id).toBe(made.id);
    expect((await account.sandbox.get(path)).body.devices).toBe(1);
    const devices = await account.sandbox.get(`${path}/devices`);
    expect(devices.body.data).toEqual([
      {
        id: expect.any(String),
        driver_id: made.id,
        name: "Kim's phone",
        user_agent: "Phone 1",
        abilities: null,
        created_at: expect.any(String),
        created_by: { kind: "key", id: expect.stringMatching(/^key_/), name: expect.any(String) },
        last_used_at: expect.any(String),
      },
    ]);
    const [{ id }] = devices.body.data;
    const cookie = connected.headers.get("set-cookie")?.split(";")[0] ?? "";
    const phone = server.client({ cookie, "sec-fetch-site": "same-origin" });
    expect((await phone.get(me)).status).toBe(200);
    expect((await account.sandbox.delete(`${path}/devices/${id}`)).status).toBe(204);
    expectProblem(server, await phone.get(me), { status: 401, code: "device_required" });
    expect((await account.sandbox.delete(`${path}/devices/${id}`)).body.code).toBe("not_found");
    expect((await account.sandbox.get(`${path}/devices`)).body.data).toEqual([]);
  });

  test("that no phone could open is made in live only for who confirms it", async () => {
    const driver = await addDriver(server, "live", account.accountId);
    const link = (body?: object) => account.live.post(`${drivers}/${driver.driverId}/link`, body);
    const links = () =>
      databaseRows(server)["accounts.driver_links"]?.filter((row) => row.driver_id === driver.driverId);
    audience(server.deps).isPeople = true;
    try {
      for (const body of [undefined, {}, { confirm_local: false }]) {
        expectProblem(server, await link(body), { status: 409, code: "public_url_unreachable" });
      }
      expect(links()).toEqual([]);
      expect((await link({ confirm_local: "yes" })).status).toBe(422);
      expect((await link({ confirm_local: true })).body.url).toStartWith(`${server.url}/d#`);
      expect(links()).toHaveLength(1);
      // A simulated day needs no phone.
      const made = await create();
      expect((await account.sandbox.post(`${drivers}/${made.id}/link`)).status).toBe(201);

      const publicUrl = spyOn(server.deps, "publicUrl").mockReturnValue("http://192.168.1.20");
      expect((await link()).body.url).toStartWith("http://192.168.1.20/d#");
      publicUrl.mockRestore();
    } finally {
      audience(server.deps).isPeople = false;
    }
    expect((await link()).status).toBe(201);
  });

  test("is not in the request log, as address or picture", async () => {
    const made = await create();
    const { body } = await account.sandbox.post(`${drivers}/${made.id}/link`);
    const code = body.url.split("#")[1];
    const list = await account.sandbox.get(`${platform}/requests?route=createDriverLink&limit=1`);
    const { text } = await account.sandbox.get(`${platform}/requests/${list.body.data[0].id}`);
    expect(text).toContain("***");
    expect(text).not.toContain(code);
    expect(text).not.toContain("<svg");
    expect(JSON.stringify(databaseRows(server))).not.toContain(code);
  });
});

describe("a deleted driver", () => {
  test("keeps its jobs from being orphaned, then ends with link, devices and tokens", async () => {
    const carrierId = await addOpenFleet(server, account.accountId);
    const made = await create({ carrier_id: carrierId, phone: "+4930123456" });
    const path = `${drivers}/${made.id}`;
    const driver = { ...owned(made), name: "Kim" };
    const phone = await driverClient(server, driver, account.accountId);
    const link = await account.sandbox.post(`${path}/link`);
    const token = await account.sandbox.post(`${path}/tokens`, { name: "Traccar", kind: "positions" });
    expect(token.body).toMatchObject({ driver_id: made.id, kind: "positions", carrier_id: carrierId });
    const shipment = await acceptFleet(account.sandbox, carrierId);
    await giveJob(server, driver, shipment);
    expect((await account.sandbox.get(path)).body.active_assignments).toBe(1);
    expectProblem(server, await account.sandbox.delete(path), { status: 409, code: "driver_in_use" });
    expect((await phone.get(me)).status).toBe(200);
    const cancelled = await account.sandbox.post(`${platform}/shipments/${shipment.id}/cancellation`, {
      reason_code: "cancelled_by_client",
    });
    expect(cancelled.status).toBe(200);
    expect((await account.sandbox.delete(path)).status).toBe(204);
    expect((await account.sandbox.get(path)).body.code).toBe("not_found");
    expect((await account.sandbox.delete(path)).body.code).toBe("not_found");
    expectProblem(server, await phone.get(me), { status: 401, code: "device_required" });
    const [, code] = link.body.url.split("#");
    const late = await server.client().post("/api/v1/driver/link", { code, device_name: "Late" });
    expectProblem(server, late, { status: 403, code: "driver_link_refused" });
    const authorization = `Bearer ${token.body.secret}`;
    const tracker = await server.client({ authorization }).get(me);
    expect(tracker.body.code).toBe("token_revoked");
    expect(
      JSON.stringify(driverStore(server.deps.stores.platform("sandbox").db).findAny(made.id)),
    ).not.toContain("+4930123456");
  });

  test("loses its devices and tokens to a job if a crash came between", async () => {
    const made = await create();
    const driver = { ...owned(made), name: "Kim" };
    const phone = await driverClient(server, driver, account.accountId);
    const token = await driverToken(server, driver, account.accountId);
    const live = server.client({ authorization: `Bearer ${token}` });
    await write(server.deps, "sandbox", ({ tx, now }) => {
      const row = driverStore(tx).findAny(made.id);
      if (row) driverStore(tx).update({ ...row, deletedAt: now, updatedAt: now, unsettled: true });
    });
    const refusals = await Promise.all(
      [phone, live].map((client) => client.put(`${me}/duty`, { on_duty: true })),
    );
    // The server's own job may have ended the token before.
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [401, "device_required"],
      [401, expect.stringMatching(/^(device_required|token_revoked)$/)],
    ]);
    const job = finishRemovals(server.deps, "sandbox");
    expect(job.name).toBe("drivers.settle.sandbox");
    await eventually("the end of the token", async () => {
      const { body } = await live.get(me);
      return body.code === "token_revoked" || undefined;
    });
    await eventually("the end of the job", () => {
      const left = driverStore(server.deps.stores.platform("sandbox").db).findAny(made.id);
      return left?.unsettled === false || undefined;
    });
  });

  test("goes with its carrier", async () => {
    const carrierId = await addFleet(server, "sandbox", account.accountId);
    const made = await create({ carrier_id: carrierId });
    const phone = await driverClient(server, { ...owned(made), name: "Kim" }, account.accountId);
    expect((await account.sandbox.delete(`${platform}/carriers/${carrierId}`)).status).toBe(204);
    expectProblem(server, await phone.get(me), { status: 401, code: "device_required" });
    expect((await account.sandbox.get(`${drivers}/${made.id}`)).body.code).toBe("not_found");
  });
});

const owned = ({ id, carrier_id }: { id: string; carrier_id: string }) => ({
  id,
  driverId: id,
  carrierId: carrier_id,
  environment: "sandbox" as const,
  accountId: account.accountId,
});

describe("the operator's drivers", () => {
  const path = "/api/v1/operator/drivers";
  const at = "?environment=sandbox";

  test("are those of the installation's fleets, and no account sees them", async () => {
    const carrier_id = await addFleet(server, "sandbox", null);
    const made = await operator.post(path + at, { ...kim(), carrier_id });
    expect(made.status).toBe(201);
    const own = await create();
    const listed = await operator.get(path + at);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    expect((await operator.get(`${path}/${own.id}${at}`)).body.code).toBe("not_found");
    expect((await account.sandbox.get(`${drivers}/${made.body.id}`)).body.code).toBe("not_found");
    expect((await operator.post(path + at, kim())).status).toBe(404);
    expect((await operator.get(path)).body.code).toBe("environment_required");

    const link = await operator.post(`${path}/${made.body.id}/link${at}`);
    const [, code] = link.body.url.split("#");
    const connected = await server.client().post("/api/v1/driver/link", { code, device_name: "Phone" });
    expect(connected.body.carrier.id).toBe(carrier_id);
    const devices = await operator.get(`${path}/${made.body.id}/devices${at}`);
    const [{ id }] = devices.body.data;
    expect((await operator.delete(`${path}/${made.body.id}/devices/${id}${at}`)).status).toBe(204);
    expect((await operator.delete(`${path}/${made.body.id}${at}`)).status).toBe(204);
    const { body } = await operator.get("/api/v1/audit?action=device.linked,device.ended&limit=2");
    expect(body.data.map((entry: { action: string }) => entry.action)).toEqual([
      "device.ended",
      "device.linked",
    ]);
  });
});

test("the audit log records who did what to drivers and devices, without secrets", async () => {
  const made = await create();
  const path = `${drivers}/${made.id}`;
  await account.sandbox.patch(path, { name: "Kim B", phone: "+4930123456" });
  const { body: link } = await account.sandbox.post(`${path}/link`);
  const [, code] = link.url.split("#");
  const connected = await server.client().post("/api/v1/driver/link", { code, device_name: "Phone" });
  const cookie = connected.headers.get("set-cookie")?.split(";")[0] ?? "";
  const phone = server.client({ cookie, "sec-fetch-site": "same-origin" });
  expect((await phone.delete(`${me}/session`)).status).toBe(204);
  expect((await account.sandbox.delete(path)).status).toBe(204);
  const actions =
    "driver.created,driver.changed,driver.link_created,driver.removed,device.linked,device.disconnected";
  const { data, text } = await eventually("the audit entries", async () => {
    const answer = await account.session.get(`/api/v1/audit?action=${actions}&limit=30`);
    const { data } = answer.body;
    const ofThis = data.filter(
      (entry: { target: { id: string }; details: { driver_id?: string } }) =>
        entry.target.id === made.id || entry.details.driver_id === made.id,
    );
    return ofThis.length === 6 ? { data: ofThis, text: answer.text } : undefined;
  });
  const byAction = Object.fromEntries(
    data.map((entry: { action: string }) => [entry.action, entry]),
  ) as Record<string, { actor: { kind: string }; target: { name: string }; details: object }>;
  expect(Object.keys(byAction).toSorted()).toEqual(actions.split(",").toSorted());
  expect(byAction["driver.changed"]?.details).toEqual({
    environment: "sandbox",
    carrier_id: fleet,
    changed: ["name", "phone"],
  });
  expect(byAction["driver.created"]?.actor.kind).toBe("key");
  expect(byAction["device.linked"]?.actor.kind).toBe("driver");
  expect(byAction["device.disconnected"]?.actor.kind).toBe("driver");
  for (const secret of [code, cookie.split("=")[1], "+4930123456"]) expect(text).not.toContain(secret);
});

test("scopes decide which keys manage drivers", async () => {
  const made = await create();
  const keyWith = async (scopes: string[]) => {
    const { body } = await account.session.post("/api/v1/keys", {
      name: "k",
      environment: "sandbox",
      scopes,
    });
    return server.client({ "x-api-key": body.secret });
  };
  const missing = { status: 403, code: "scope_missing" } as const;
  const reader = await keyWith(["drivers:read"]);
  expect((await reader.get(`${drivers}/${made.id}/devices`)).status).toBe(200);
  expectProblem(server, await reader.post(`${drivers}/${made.id}/link`), missing);
  const stranger = await keyWith(["carriers:read", "carriers:write"]);
  expectProblem(server, await stranger.get(drivers), missing);
});

test("a reset keeps drivers, their phones and repeated requests", async () => {
  const own = await server.account();
  const carrier_id = await addFleet(server, "sandbox", own.accountId);
  const once = { "idempotency-key": "kept" };
  const made = await own.sandbox.post(drivers, { ...kim(), carrier_id }, once);
  const driver = {
    ...owned(made.body),
    accountId: own.accountId,
    name: "Kim",
  };
  const phone = await driverClient(server, driver, own.accountId);
  expect((await own.sandbox.delete(`${platform}/sandbox/data`)).status).toBe(204);
  expect((await own.sandbox.post(drivers, { ...kim(), carrier_id }, once)).body).toEqual(made.body);
  expect((await phone.get(me)).body.driver.id).toBe(made.body.id);
});
