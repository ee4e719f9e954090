import type { DeviceOwner } from "../../src/access/devices/device.ts";
import { issueLink, linkDevice } from "../../src/access/devices/linking.ts";
import { issueToken } from "../../src/access/tokens/service.ts";
import { type DriverRow, driverStore } from "../../src/delivery/fleet/drivers/store.ts";
import { jobStore } from "../../src/delivery/lifecycle/driver-jobs/store.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { operatorIn } from "../../src/infra/http/principal.ts";
import { addFleet } from "./carrier-rows.ts";
import type { Client, TestServer } from "./harness.ts";

/** A driver with whose it is. */
export interface TestDriver extends DeviceOwner {
  id: string;
  name: string;
}

/** Stores a driver, off duty, of a new fleet unless `change` names one. */
export async function addDriver(
  server: TestServer,
  environment: Environment,
  accountId: string | null,
  change: Partial<DriverRow> = {},
): Promise<TestDriver> {
  const { deps } = server;
  const carrierId = change.carrierId ?? (await addFleet(server, environment, accountId));
  const row: DriverRow = {
    id: deps.ids.make("drv"),
    carrierId,
    accountId,
    name: "Kim Berger",
    phone: "+4930123456",
    vehicle: { type: "cargo_bike", plate: null },
    language: null,
    onDuty: false,
    dutyUntil: null,
    withoutPhone: false,
    capacityAssignments: 5,
    capacityWeightGrams: null,
    version: 1,
    createdAt: deps.clock.now(),
    updatedAt: deps.clock.now(),
    deletedAt: null,
    unsettled: false,
    ...change,
  };
  await write(deps, environment, ({ tx }) => driverStore(tx).insert(row));
  return { id: row.id, driverId: row.id, environment, carrierId: row.carrierId, accountId, name: row.name };
}

/** The driver's phone, just connected. `issuer` is the account that made the link. */
export async function driverClient(server: TestServer, driver: TestDriver, issuer: string): Promise<Client> {
  const cookie = await deviceCookie(server, driver, issuer);
  return server.client({ cookie, "sec-fetch-site": "same-origin" });
}

/** The cookie of such a phone. */
export async function deviceCookie(
  { deps }: TestServer,
  driver: TestDriver,
  issuer: string,
): Promise<string> {
  const { id: _id, ...linked } = driver;
  const { code } = await issueLink(deps, operatorIn(issuer), () => linked);
  const origin = {
    address: "127.0.0.1",
    isShared: true,
    requestId: deps.ids.make("req"),
    userAgent: "test",
  };
  const { token } = await linkDevice(deps, { code, device_name: "Phone" }, undefined, origin);
  return `waybill_driver=${token}`;
}

/** A token of the driver. */
export async function driverToken(
  { deps }: TestServer,
  driver: TestDriver,
  issuer: string,
  kind: "driver" | "positions" = "driver",
): Promise<string> {
  const { secret } = await issueToken(deps, operatorIn(issuer), () => driver, { name: "Phone", kind });
  return secret;
}

/** Gives an assignment to the driver, who has accepted it. */
export async function giveJob(
  { deps }: TestServer,
  driver: TestDriver,
  shipment: { id: string; assignmentId: string },
): Promise<void> {
  const { id: shipmentId, assignmentId } = shipment;
  await write(deps, driver.environment, ({ tx, now }) => {
    const jobs = jobStore(tx);
    const theirs = { driverId: driver.id, status: "accepted", acceptedAt: now } as const;
    if (jobs.find(assignmentId)) jobs.change(assignmentId, theirs);
    else {
      jobs.insert({
        assignmentId,
        shipmentId,
        carrierId: driver.carrierId,
        weightGrams: 1_000,
        searchAt: now,
        givesUpAt: null,
        asked: [driver.id],
        answerUntil: null,
        rejection: null,
        waitingSince: null,
        dueAt: null,
        ...theirs,
      });
    }
  });
}
