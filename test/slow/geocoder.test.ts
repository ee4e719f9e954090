import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createShipment, platform } from "../support/fixtures.ts";
import { type GridPin, startGridPin } from "../support/gridpin.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { describeWith } from "../support/test-with.ts";

/** A geocoder of others, which answers with the house next door where it does not know the one that was asked. */

const port = { street: "Boulevard du Port", number: 8, latitude: 49.897442, longitude: 2.290084 };
const jacobins = { street: "Rue des Jacobins", number: 5, latitude: 49.8905, longitude: 2.2996 };
const further = { ...jacobins, number: 30, latitude: 49.8889, longitude: 2.3004 };

describeWith("GridPin", "with GridPin", () => {
  let folder: string;
  let gridPin: GridPin;
  let server: TestServer;
  let account: TestAccount;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "waybill-geocoder-"));
    gridPin = await startGridPin(folder, [port, jacobins, further]);
    server = await startServer({ config: { geocoderUrl: gridPin.url } });
    account = await server.account();
  });
  afterAll(async () => {
    await server.stop();
    await gridPin.stop();
    rmSync(folder, { recursive: true });
  });

  const contact = { name: "Ada Lovelace" };
  const shop = {
    contact,
    address: { line1: "8 Boulevard du Port", city: "Amiens", postal_code: "80000", country: "FR" },
  };
  const found = async (line1: string, more: object = {}) => {
    const delivery = { contact, address: { ...shop.address, line1, ...more } };
    const { id } = await createShipment(account.live, { pickup: shop, delivery });
    const { db } = server.deps.stores.platform("live");
    await eventually("the answer", () => db.all(sql`SELECT 1 FROM geocodings`).length === 0 || undefined);
    return (await account.live.get(`${platform}/shipments/${id}`)).body;
  };

  test("a typed order is at its houses, with the distance between them", async () => {
    const { pickup, delivery, distance_meters } = await found("5, rue des jacobins");
    const known = { geocode_source: "geocoder", geocode_precision: "house" };
    expect(pickup.address).toMatchObject({ ...known, latitude: port.latitude, longitude: port.longitude });
    expect(delivery.address).toMatchObject({ ...known, latitude: jacobins.latitude });
    expect(distance_meters).toBeWithin(800, 1_200);
  });

  test.each([
    ["a house that it does not know", "6 Rue des Jacobins"],
    ["a street that it does not know", "99 Rue des Fleurs"],
    ["a street without a number", "Rue des Jacobins"],
  ])("%s gets no place", async (_, line1) => {
    const { delivery, distance_meters } = await found(line1);
    expect(delivery.address).toMatchObject({ latitude: null, longitude: null });
    expect(delivery.address.geocode_precision).not.toBe("house");
    expect(distance_meters).toBeNull();
  });

  test("a house of the name in another country is none", async () => {
    const { delivery } = await found("8 Boulevard du Port", {
      city: "Berlin",
      postal_code: "10115",
      country: "DE",
    });
    expect(delivery.address).toMatchObject({ latitude: null, geocode_source: "town" });
  });

  test("people search it", async () => {
    const { body } = await account.live.post(`${platform}/geocoding`, {
      q: "8 boulevard du port amiens",
      country: "FR",
    });
    expect(body.data).toEqual([
      {
        label: "8 Boulevard du Port, Amiens, 80000",
        latitude: port.latitude,
        longitude: port.longitude,
        precision: "house",
        address: {
          line1: "8 Boulevard du Port",
          city: "Amiens",
          state: null,
          postal_code: "80000",
          country: "FR",
        },
      },
    ]);
    expect(body.attribution).toBeNull();
  });
});
