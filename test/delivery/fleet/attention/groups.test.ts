import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { evaluateAttention } from "../../../../src/delivery/fleet/attention/looking.ts";
import { attentionStore } from "../../../../src/delivery/fleet/attention/store.ts";
import { shipmentStore } from "../../../../src/delivery/lifecycle/state/store.ts";
import { write } from "../../../../src/infra/deps.ts";
import { jobsAtRest } from "../../../support/clock.ts";
import { addDriver } from "../../../support/drivers.ts";
import { createShipment, platform } from "../../../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../../../support/fleets.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestServer,
} from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";

/** What needs a person for the same reason is one group, however many there are. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Group = Answer["body"];
const path = `${platform}/attention`;

async function groupsOf(client: Client, at = `${path}/groups`, query = ""): Promise<Group[]> {
  await jobsAtRest(server.deps);
  const found: Group[] = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await client.get(`${at}?limit=2${query}${cursor}`);
    expect(status).toBe(200);
    found.push(...body.data);
    if (body.next_cursor === null) return found;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

const shapeOf = ({ kind, count, items }: Group) => [kind, count, items.length];

test("a card without a price is one group with one remedy, and each fleet without a driver another", async () => {
  const { sandbox, accountId } = await server.account();
  const fleet = await addOpenFleet(server, accountId);
  const second = await addOpenFleet(server, accountId);
  const abroad = { line1: "1 Rue de Rivoli", city: "Paris", postal_code: "75001", country: "FR" };
  for (let number = 1; number <= 5; number += 1) {
    const delivery = { contact: { name: `Recipient ${number}`, phone: "+33123456789" }, address: abroad };
    await createShipment(sandbox, { reference: `FR-${number}`, carriers: [fleet], delivery });
  }
  for (const carrierId of [fleet, fleet, second]) await acceptFleet(sandbox, carrierId);

  await eventually("the rounds' ends", async () => {
    await jobsAtRest(server.deps);
    return (await sandbox.get(`${path}?limit=1`)).body.total === 8 || undefined;
  });
  const groups = await groupsOf(sandbox);
  expect(groups.map(shapeOf).toSorted()).toEqual([
    ["no_driver", 1, 1],
    ["no_driver", 2, 2],
    ["no_offer", 5, 3],
  ]);
  const dues = groups.map(({ due_at }) => due_at);
  expect(dues).toEqual(dues.toSorted());
  for (const { due_at, items } of groups) expect(due_at).toBe(items[0].due_at);
  expect((await sandbox.get(`${path}/groups`)).body.total).toBe(8);

  const refused = groups.find(({ kind }) => kind === "no_offer");
  expect(refused.items[0].remedies).toContainEqual({
    action: "change_rate_card",
    method: "PUT",
    path: `/api/v1/platform/carriers/${fleet}/rate-card`,
  });
  const { body } = await sandbox.get(`${path}?cause=${refused.cause}&limit=100`);
  expect(body.data.map(({ reference }: Group) => reference).toSorted()).toEqual(
    [1, 2, 3, 4, 5].map((number) => `FR-${number}`),
  );
  expect(body.total).toBe(5);
  const [first] = body.data;
  const ofOne = await sandbox.get(`${path}?shipment_id=${first.shipment_id}`);
  expect(ofOne.body.data.map(({ id }: Group) => id)).toEqual([first.id]);

  // Who dismisses one has one fewer, and a group without items is none.
  await sandbox.post(`${path}/${first.id}/dismissal`, {});
  const after = await groupsOf(sandbox);
  expect(after.find(({ cause }) => cause === refused.cause).count).toBe(4);
  const neighbor = await server.account();
  expect(await groupsOf(neighbor.sandbox)).toEqual([]);
  expect((await neighbor.sandbox.get(`${path}?cause=${refused.cause}`)).body).toMatchObject({
    data: [],
    total: 0,
  });
});

describe("at size", () => {
  const copies = 13_000;

  test("13,000 needs are a handful of groups, each with its true number", async () => {
    const { sandbox, accountId } = await server.account();
    const fleet = await addOpenFleet(server, accountId);
    const { id } = await acceptFleet(sandbox, fleet);
    await jobsAtRest(server.deps);
    const soon = server.deps.clock.now() - 60_000;
    await write(server.deps, "sandbox", ({ tx, now }) => {
      const [item] = attentionStore(tx).ofShipment(id);
      const row = shipmentStore(tx).find(id);
      if (!item || !row) throw new Error("the item is gone");
      for (let number = 1; number <= copies; number += 1) {
        const copy = server.deps.ids.make("shp");
        const names = { trackingNumber: `COPY${number}`, trackingHash: `copy${number}` };
        shipmentStore(tx).insert({ ...row, ...names, id: copy, attentionAt: null, assignmentId: null });
        attentionStore(tx).save({
          ...item,
          id: server.deps.ids.make("att"),
          shipmentId: copy,
          dueAt: now + number * 60_000,
          kind: number % 2 === 0 ? "no_driver" : "late",
        });
      }
      attentionStore(tx).save({ ...item, dueAt: soon });
    });
    const groups = await groupsOf(sandbox);
    expect(groups.map(shapeOf)).toEqual([
      ["no_driver", copies / 2 + 1, 3],
      ["late", copies / 2, 3],
    ]);
    expect(groups[0].items[0].shipment_id).toBe(id);
    expect((await sandbox.get(`${path}/groups?limit=1`)).body.total).toBe(copies + 1);
  });
});

test("the operator has the groups of the installation's fleets, and an account learns no driver from them", async () => {
  const operator = await createOperator(server);
  const sender = await server.account();
  const fleet = await addOpenFleet(server, null);
  const courier = await addDriver(server, "sandbox", null, { carrierId: fleet, onDuty: true });
  const { id, assignmentId } = await acceptFleet(sender.sandbox, fleet);
  const at = "/api/v1/operator/attention/groups";
  const waiting = await groupsOf(operator.session, at, "&environment=sandbox");
  expect(waiting.map(shapeOf)).toEqual([["no_driver", 1, 1]]);
  expect(waiting[0].items[0].shipment_id).toBe(id);
  await operator.session.post(`/api/v1/operator/assignments/${assignmentId}/driver?environment=sandbox`, {
    driver_id: courier.id,
  });
  expect(await groupsOf(operator.session, at, "&environment=sandbox")).toEqual([]);
  const text = JSON.stringify(await groupsOf(sender.sandbox));
  expect(text).not.toContain(courier.id);
  expect((await operator.session.get(at)).status).toBe(400);
  expect((await sender.sandbox.get(`${at}?environment=sandbox`)).status).toBe(401);
});

test("items of an earlier version have a cause after Waybill looked once more, without another event", async () => {
  const { sandbox, accountId } = await server.account();
  const fleet = await addOpenFleet(server, accountId);
  const one = await acceptFleet(sandbox, fleet);
  const two = await acceptFleet(sandbox, fleet);
  await jobsAtRest(server.deps);
  const raised = async () => (await sandbox.get(`${platform}/events?type=attention.raised`)).body.data.length;
  const before = await raised();
  const { db } = server.deps.stores.platform("sandbox");
  await write(server.deps, "sandbox", ({ tx }) => {
    for (const { id } of [one, two]) {
      tx.run(`UPDATE attention_items SET cause = id WHERE shipment_id = '${id}'`);
      tx.run(`UPDATE shipments SET attention_at = 0 WHERE id = '${id}'`);
    }
  });
  for (const { id } of [one, two]) await evaluateAttention(server.deps, "sandbox", id);
  const causes = [one, two].map(({ id }) => attentionStore(db).ofShipment(id)[0]?.cause);
  expect(causes[0]).toBe(causes[1] ?? "");
  expect(await raised()).toBe(before);
});
