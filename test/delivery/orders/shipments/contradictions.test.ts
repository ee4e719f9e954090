import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { databaseRows, settledRows } from "../../../support/database.ts";
import {
  berlinMitte,
  createQuoted,
  createShipment,
  kreuzberg,
  platform,
  shipmentBody,
} from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

/** Addresses whose parts contradict each other: what cannot be meant is refused, the rest is taken with a warning. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const shipments = `${platform}/shipments`;
const to = (address: object) => ({ delivery: { contact: { name: "Mira Test" }, address } });
const swapped = { latitude: kreuzberg.longitude, longitude: kreuzberg.latitude };
const contradictory = (stop: string, code: string) => ({
  status: 422,
  code: "coordinates_contradict_address" as const,
  at: { [`#/${stop}/address/latitude`]: code },
});
const plain = { line1: "1 Test Street" };

describe("coordinates that cannot be meant", () => {
  const cases = [
    ["swapped", { ...kreuzberg, ...swapped }, "swapped"],
    ["0/0", { ...kreuzberg, latitude: 0, longitude: 0 }, "null_island"],
    [
      "0/0 of an unknown town",
      { ...kreuzberg, city: "Nowhereville", latitude: 0, longitude: 0 },
      "null_island",
    ],
  ] as const;
  test.each(cases)("%s: nothing is created, estimated or changed", async (_, address, code) => {
    const { id } = (await createQuoted(account.sandbox)).shipment;
    const before = await settledRows(server);
    const body = shipmentBody(to(address));
    for (const client of [account.sandbox, account.live]) {
      for (const path of [shipments, `${platform}/estimates`]) {
        const refused = await client.post(path, body);
        expectProblem(server, refused, contradictory("delivery", code));
      }
    }
    const patched = await account.sandbox.patch(`${shipments}/${id}`, { delivery: { address } });
    expectProblem(server, patched, contradictory("delivery", code));
    expect(databaseRows(server)).toEqual(before);
  });

  test("of both stops are told together", async () => {
    const wrong = { ...berlinMitte, latitude: 0, longitude: 0 };
    const { body } = await account.sandbox.post(
      shipments,
      shipmentBody({
        pickup: { contact: { name: "A" }, address: wrong },
        ...to({ ...kreuzberg, ...swapped }),
      }),
    );
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "#/pickup/address/latitude",
      "#/delivery/address/latitude",
    ]);
  });
});

describe("what may be meant is taken", () => {
  const warned = async (address: object): Promise<[string, string][]> => {
    const body = shipmentBody(to(address));
    const { body: estimate } = await account.sandbox.post(`${platform}/estimates`, body);
    const { warnings, delivery } = await createShipment(account.sandbox, to(address));
    expect(delivery.address).toMatchObject(address);
    expect(estimate.warnings).toEqual(warnings);
    for (const { detail } of warnings) expect(detail).toMatch(/^[A-Z].*\.$/);
    return warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]);
  };

  const at = (latitude: number, longitude: number) => ({ latitude, longitude });
  test.each([
    ["in the town", { ...kreuzberg }, []],
    ["80 km off", { ...kreuzberg, ...at(52.5, 14.58) }, []],
    ["110 km off", { ...kreuzberg, ...at(51.5, 13.4) }, ["far_from_town"]],
    ["far off, where swapping does not help", { ...kreuzberg, ...at(40.7, -74) }, ["far_from_town"]],
    ["swapped in an unknown town", { ...kreuzberg, city: "Nowhereville", ...swapped }, []],
    // Near the line where both are equal, swapped places lie less than 500 km apart.
    ["swapped, and not far", { ...plain, city: "Jos", country: "NG", ...at(8.89, 9.93) }, ["far_from_town"]],
  ] as const)("coordinates %s", async (_, address, codes) => {
    expect(await warned(address)).toEqual(codes.map((code) => [code, "#/delivery/address/latitude"]));
  });

  test("a territory written as a part of another country lies in its own", async () => {
    const cases = [
      [{ city: "San Juan", state: "PR", postal_code: "00901", country: "US" }, 18.47],
      [{ city: "San Juan", postal_code: "00901", country: "US" }, 18.47],
      [{ city: "St Helier", postal_code: "JE2 3AB", country: "GB" }, 49.19],
      [{ city: "Douglas", postal_code: "im1 1aa", country: "GB" }, 54.15],
      [{ city: "Saint-Denis", postal_code: "97400", country: "FR" }, -20.88],
      [{ city: "Nouméa", postal_code: "98800", country: "FR" }, -22.27],
    ] as const;
    for (const [town, latitude] of cases) {
      expect(await warned({ ...plain, ...town })).toEqual([
        ["territory_as_state", "#/delivery/address/country"],
      ]);
      const { delivery } = await createShipment(account.live, to({ ...plain, ...town }));
      expect([delivery.address.country, delivery.address.area.latitude]).toEqual([
        town.country,
        expect.closeTo(latitude, 1),
      ]);
    }
    const nowhere = { ...plain, city: "Nowhereville", state: "GU", country: "US" };
    expect(await warned(nowhere)).toEqual([["territory_as_state", "#/delivery/address/country"]]);
    const { delivery } = await createShipment(account.live, to(nowhere));
    expect([delivery.address.geocode_source, delivery.address.area]).toEqual(["country", null]);
  });

  test("a town that lies elsewhere is not taken for the one that is meant", async () => {
    const cases = [
      [{ city: "Newcastle", postal_code: "ST5 1AA", country: "GB" }, "postal_code"],
      [{ city: "Springfield", postal_code: "99501", country: "US" }, "postal_code"],
      [{ city: "Chicago", state: "WI", country: "US" }, "state"],
    ] as const;
    for (const [town, member] of cases) {
      expect(await warned({ ...plain, ...town })).toEqual([
        ["town_elsewhere", `#/delivery/address/${member}`],
      ]);
      const { delivery } = await createShipment(account.live, to({ ...plain, ...town }));
      expect([delivery.address.geocode_source, delivery.address.area]).toEqual(["country", null]);
    }
  });

  test("a state that contradicts the postal code decides, with a warning", async () => {
    const address = { ...plain, city: "Springfield", state: "MA", postal_code: "62701", country: "US" };
    expect(await warned(address)).toEqual([["town_elsewhere", "#/delivery/address/postal_code"]]);
    const { delivery } = await createShipment(account.live, to(address));
    expect(delivery.address.area.longitude).toBeCloseTo(-72.6, 0);
  });

  test("a repeated request gets the same warnings, also after quotes were accepted", async () => {
    const body = shipmentBody({
      ...to({ ...kreuzberg, latitude: 51.5, longitude: 13.4 }),
      accept: { strategy: "cheapest" },
    });
    const send = () => account.sandbox.post(shipments, body, { "idempotency-key": "warned" });
    const [first, second] = [await send(), await send()];
    expect(first.body.warnings).toHaveLength(1);
    expect(first.body.accept_problem).toBeNull();
    expect(second.body).toEqual(first.body);
  });

  test("a return warns of what it says anew, and refuses only that", async () => {
    const { id, warnings } = await createShipment(account.sandbox, {
      ...to({ ...kreuzberg, latitude: 51.5, longitude: 13.4 }),
      simulation: { speed: "instant" },
      accept: { strategy: "cheapest" },
    });
    expect(warnings).toHaveLength(1);
    await account.sandbox.get(`${platform}/tracking/${id}`);
    const path = `${shipments}/${id}/return`;
    const pickup = { address: { ...kreuzberg, ...swapped } };
    const refused = await account.sandbox.post(path, { pickup });
    expectProblem(server, refused, contradictory("pickup", "swapped"));
    const returned = await account.sandbox.post(path);
    expect([returned.status, returned.body.warnings]).toEqual([
      201,
      [{ ...warnings[0], pointer: "#/pickup/address/latitude" }],
    ]);
  });
});
