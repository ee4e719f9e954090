import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createFiller, type Filler, type Given, leftOut } from "../../../support/filling.ts";
import { createQuoted, createShipment, platform } from "../../../support/fixtures.ts";
import { type Client, readDocument, startServer, type TestServer } from "../../../support/harness.ts";
import { type OpenApi, operationsOf } from "../../../support/openapi.ts";
import { byStrategy, simulations, stopsFrom } from "../../../support/whole-shipments.ts";

/** What a shipment's GET gives can be sent again: as another shipment, or as a change that changes nothing. */

let server: TestServer;
let document: OpenApi;
let fill: Filler;
const path = `${platform}/shipments`;
type Body = Record<string, unknown>;

beforeAll(async () => {
  server = await startServer({ watchesVersions: true });
  document = await readDocument(server.url);
  fill = createFiller(document);
});
afterAll(() => server.stop());

function schemaOf(operationId: string) {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  const body = Object.values(found?.operation.requestBody?.content ?? {})[0]?.schema ?? {};
  const name = body.$ref?.split("/").at(-1) ?? "";
  return { body, members: Object.keys((document.components.schemas[name] ?? body).properties ?? {}) };
}

/** What the body of an operation has of a shipment that was read. */
function partFor(operationId: string, shipment: Body): Body {
  const { members } = schemaOf(operationId);
  expect(members.length).toBeGreaterThan(4);
  return Object.fromEntries(Object.entries(shipment).filter(([name]) => members.includes(name)));
}

/** Parcels of another shipment have other ids. */
function withoutParcelIds(part: Body): Body {
  const parcels = (part.parcels as Body[]).map(({ id: _, ...parcel }) => parcel);
  return { ...part, parcels };
}

async function readAgain(client: Client, id: string): Promise<Body> {
  const { status, body } = await client.get(`${path}/${id}`);
  expect(status).toBe(200);
  return body;
}

/** Creates it, reads it, and creates another one of what was read. */
async function copyOf(client: Client, body: unknown): Promise<[Body, Body]> {
  const created = await client.post(path, body);
  expect([created.status, created.text]).toEqual([201, expect.anything()]);
  const read = await readAgain(client, created.body.id);
  const again = await client.post(path, partFor("createShipment", read));
  expect([again.status, again.status === 201 ? "" : again.text]).toEqual([201, ""]);
  return [read, await readAgain(client, again.body.id)];
}

const whole: Given = [[/^\/(accept|carriers|services)$/, leftOut], ...byStrategy, ...stopsFrom(24)];
const unplaced: Given = [[/\/address\/(latitude|longitude|geocode_source)$/, leftOut], ...whole];
const byPerson: Given = [[/\/geocode_source$/, "client"], ...whole];

describe("what was read can be sent again, and gives an equal shipment", () => {
  test.each([
    ["in the sandbox, with every member", "sandbox", [...simulations.named, ...byPerson]],
    ["in the sandbox, without coordinates", "sandbox", [...simulations.named, ...unplaced]],
    ["in live, with every member", "live", [[/^\/simulation$/, null], ...byPerson]],
    ["in live, without coordinates", "live", [[/^\/simulation$/, null], ...unplaced]],
  ] as [string, "sandbox" | "live", Given][])("%s", async (_, environment, given) => {
    const account = await server.account();
    // Each body has other values than the ones before.
    for (let turn = 0; turn < 5; turn += 1) {
      const { body } = fill(schemaOf("createShipment").body, given);
      const [one, other] = await copyOf(account[environment], body);
      expect(withoutParcelIds(partFor("createShipment", other))).toEqual(
        withoutParcelIds(partFor("createShipment", one)),
      );
      expect(other.distance_meters).toEqual(one.distance_meters);
      expect(other.id).not.toBe(one.id);
    }
  });

  test("an expired shipment, a small one, and one that a carrier has", async () => {
    const { sandbox } = await server.account();
    const { shipment } = await createQuoted(sandbox);
    const read = await readAgain(sandbox, shipment.id);
    const [one, other] = await copyOf(sandbox, partFor("createShipment", read));
    expect(withoutParcelIds(partFor("createShipment", other))).toEqual(
      withoutParcelIds(partFor("createShipment", one)),
    );
  });

  test("a place that Waybill found is found again, and no pin of a person", async () => {
    const { sandbox, live } = await server.account();
    for (const client of [sandbox, live]) {
      const [one, other] = await copyOf(client, {
        pickup: { contact: { name: "A" }, address: { line1: "Torstr. 1", city: "Berlin", country: "DE" } },
        delivery: { contact: { name: "B" }, address: { line1: "Torstr. 9", city: "Berlin", country: "DE" } },
        parcels: [{ weight_grams: 10 }],
      });
      const address = (of: Body) => (of.delivery as { address: Body }).address;
      expect(address(one).geocode_source).toBe("town");
      expect(address(other)).toEqual(address(one));
      const moved = { ...address(one), latitude: 52.5, longitude: 13.4 };
      const send = (change: Body) =>
        client.post(path, {
          ...partFor("createShipment", one),
          delivery: { ...(one.delivery as Body), address: { ...moved, ...change } },
        });
      // The coordinates beside it are Waybill's own, as the source says.
      expect(address((await send({})).body)).toEqual(address(one));
      for (const source of ["client", null]) {
        const { body } = await send({ geocode_source: source });
        expect([body.delivery.address.latitude, body.delivery.address.geocode_source]).toEqual([
          52.5,
          "client",
        ]);
      }
    }
  });

  test("a source that is none, an id that is none, and members that nobody knows are refused", async () => {
    const { sandbox } = await server.account();
    const one = await readAgain(sandbox, (await createShipment(sandbox)).id);
    const part = partFor("createShipment", one);
    const { address } = part.delivery as { address: Body };
    const parcel = (part.parcels as Body[])[0];
    const wrong: [string, Body][] = [
      [
        "#/delivery/address/geocode_source",
        {
          ...part,
          delivery: { ...(part.delivery as Body), address: { ...address, geocode_source: "guess" } },
        },
      ],
      ...[
        { latitude: 91, longitude: 13 },
        { latitude: "52", longitude: 13 },
      ].map((coordinates): [string, Body] => [
        "#/delivery/address/latitude",
        { ...part, delivery: { ...(part.delivery as Body), address: { ...address, ...coordinates } } },
      ]),
      [
        "#/delivery/address/longitude",
        { ...part, delivery: { ...(part.delivery as Body), address: { ...address, longitude: null } } },
      ],
      ["#/parcels/0/id", { ...part, parcels: [{ ...parcel, id: "first" }] }],
      ["#/parcels/0/color", { ...part, parcels: [{ ...parcel, color: "red" }] }],
      ["#/pickup/waited_minutes", { ...part, pickup: { ...(part.pickup as Body), waited_minutes: -1 } }],
      ["#/tracking_number", { ...part, tracking_number: one.tracking_number }],
    ];
    for (const [pointer, body] of wrong) {
      const { status, body: problem } = await sandbox.post(path, body);
      expect([status, problem.errors?.map((error: Body) => error.pointer)]).toEqual([422, [pointer]]);
    }
  });
});

describe("as a change", () => {
  test("what was read changes nothing, and one member of it changes alone", async () => {
    const { sandbox } = await server.account();
    const created = await sandbox.post(
      path,
      fill(schemaOf("createShipment").body, [...simulations.named, ...byPerson]).body,
    );
    for (const id of [created.body.id, (await createShipment(sandbox)).id]) {
      // Offers that come meanwhile would be another version.
      await sandbox.get(`${path}/${id}/quotes?wait_seconds=10`);
      const read = await readAgain(sandbox, id);
      const part = partFor("patchShipment", read);
      expect(await sandbox.patch(`${path}/${id}`, part)).toMatchObject({
        status: 200,
        body: { version: read.version },
      });
      const pickup = { ...(part.pickup as Body), instructions: "Ring twice" };
      const { body } = await sandbox.patch(`${path}/${id}`, { ...part, pickup });
      expect(partFor("patchShipment", body)).toEqual({ ...part, pickup });
    }
  });

  test("a parcel that is named keeps its id, however it changes and wherever it stands", async () => {
    const { sandbox } = await server.account();
    const { id, parcels } = await createShipment(sandbox, {
      parcels: [{ weight_grams: 1 }, { weight_grams: 2 }],
    });
    const [first, second] = parcels;
    const change = async (...to: Body[]) =>
      (await sandbox.patch(`${path}/${id}`, { parcels: to })).body.parcels.map((each: Body) => [
        each.id,
        each.weight_grams,
      ]);
    expect(await change({ ...first, weight_grams: 5 }, second)).toEqual([
      [first.id, 5],
      [second.id, 2],
    ]);
    expect(await change({ id: second.id, weight_grams: 2 }, { id: first.id, weight_grams: 6 })).toEqual([
      [second.id, 2],
      [first.id, 6],
    ]);
    const [[kept], [other], [foreign]] = await change(
      { id: second.id, weight_grams: 2 },
      { id: second.id, weight_grams: 2 },
      { id: "pcl_01m7x5rdwme1ct34p92xd7wpnk", weight_grams: 3 },
    );
    expect(kept).toBe(second.id);
    expect(new Set([kept, other, foreign, first.id]).size).toBe(4);
    expect(foreign).not.toBe("pcl_01m7x5rdwme1ct34p92xd7wpnk");
  });
});
