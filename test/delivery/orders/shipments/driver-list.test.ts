import { afterAll, beforeAll, expect, test } from "bun:test";
import { addDriver, giveJob } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import { type Client, startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** The list of the shipments whose jobs one driver has. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const path = `${platform}/shipments`;

async function listed(client: Client, query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await client.get(`${path}?limit=2&${query}${cursor}`);
    expect([query, status]).toEqual([query, 200]);
    found.push(...body.data.map(({ reference }: { reference: string }) => reference));
    if (body.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

test("has what the driver carries or will, in each order, within the other filters and on pages", async () => {
  const { sandbox, accountId } = account;
  const carrierId = await addOpenFleet(server, accountId);
  const driver = await addDriver(server, "sandbox", accountId, {
    carrierId,
    onDuty: true,
    capacityAssignments: 9,
  });
  const other = await addDriver(server, "sandbox", accountId, { carrierId, onDuty: true });
  const jobs: { id: string; assignmentId: string }[] = [];
  for (let number = 1; number <= 6; number += 1)
    jobs.push(await acceptFleet(sandbox, carrierId, { reference: `ORD-${number}` }));
  const give = (index: number, driver_id: string) =>
    sandbox.post(`${platform}/assignments/${jobs[index]?.assignmentId}/driver`, { driver_id });
  for (const index of [0, 1, 2, 4]) expect((await give(index, driver.id)).status).toBe(200);
  expect((await give(3, other.id)).status).toBe(200);
  const theirs = ["ORD-1", "ORD-2", "ORD-3", "ORD-5"];
  const of = `driver_id=${driver.id}`;
  expect(await listed(sandbox, `${of}&sort=oldest`)).toEqual(theirs);
  expect(await listed(sandbox, of)).toEqual(theirs.toReversed());
  expect((await listed(sandbox, `${of}&sort=due`)).toSorted()).toEqual(theirs);
  expect(await listed(sandbox, `${of}&q=ord-3`)).toEqual(["ORD-3"]);
  expect(await listed(sandbox, `${of}&reference=ORD-4`)).toEqual([]);
  expect(await listed(sandbox, `${of}&status=in_transit`)).toEqual([]);
  expect(await listed(sandbox, `${of}&without_driver=true`)).toEqual([]);
  expect(await listed(sandbox, `${of}&carrier_id=${carrierId}&without_driver=false&sort=oldest`)).toEqual(
    theirs,
  );

  // What was taken back, cancelled or handed over is theirs no more.
  await sandbox.delete(`${platform}/assignments/${jobs[0]?.assignmentId}/driver`);
  await sandbox.post(`${path}/${jobs[1]?.id}/cancellation`, {});
  await give(2, other.id);
  expect(await listed(sandbox, of)).toEqual(["ORD-5"]);
  expect(await listed(sandbox, `driver_id=${other.id}&sort=oldest`)).toEqual(["ORD-3", "ORD-4"]);
});

test("is empty for a driver of somebody else, of the installation, and for nobody", async () => {
  const { sandbox } = account;
  const installed = await addOpenFleet(server, null);
  const courier = await addDriver(server, "sandbox", null, { carrierId: installed, onDuty: true });
  const { assignmentId } = await acceptFleet(sandbox, installed, { reference: "SENT" });
  const { body } = await sandbox.get(`${path}?reference=SENT`);
  await giveJob(server, courier, { id: body.data[0].id, assignmentId });
  const neighbor = await server.account();
  const theirs = await addDriver(server, "sandbox", neighbor.accountId);
  for (const id of [courier.id, theirs.id, server.deps.ids.make("drv")])
    expect(await listed(sandbox, `driver_id=${id}`)).toEqual([]);
  const refused = await sandbox.get(`${path}?driver_id=car_1`);
  expect([refused.status, refused.body.errors[0].parameter]).toEqual([400, "driver_id"]);
});
