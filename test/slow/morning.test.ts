import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, settled, startDashboard, type WatchedPage } from "../browser/dashboard.ts";
import { germany, plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { type AmiensHouse, startGridPin } from "../support/gridpin.ts";
import { eventually } from "../support/harness.ts";
import { isLeftOut } from "../support/requirements.ts";
import { testWith } from "../support/test-with.ts";

/**
 * The morning of a courier firm: 40 orders, typed as on the phone, with a geocoder of others. What people write is not
 * what the geocoder has, and some of it nobody can find.
 */

/** Seven doors of a street, every second number, 25 m apart. */
function street(name: string, from: readonly [latitude: number, longitude: number]): AmiensHouse[] {
  return Array.from({ length: 7 }, (_, at) => ({
    street: name,
    number: 1 + 2 * at,
    latitude: from[0] + at * 0.0002,
    longitude: from[1] + at * 0.00015,
  }));
}

const houses = [
  ...street("Rue des Jacobins", [49.8905, 2.2996]),
  ...street("Boulevard du Port", [49.8974, 2.29]),
  ...street("Rue de la République", [49.8921, 2.2955]),
  ...street("Avenue Foch", [49.8842, 2.3081]),
  ...street("Rue Saint-Leu", [49.8986, 2.3017]),
  ...street("Boulevard d'Alsace-Lorraine", [49.8901, 2.309]),
  ...street("Rue du 8 Mai 1945", [49.9052, 2.2871]),
  ...street("Route d'Abbeville", [49.9021, 2.2723]),
  ...street("Chaussée Jules Ferry", [49.8768, 2.3172]),
  ...street("Rue Delpech", [49.8837, 2.2944]),
];

interface Order {
  typed: string;
  town?: string;
  postalCode?: string;
  /** Where it is; missing where the sheet cannot tell. */
  house?: readonly [street: string, number: number];
}

/** As they are read out. */
const clear: Order[] = [
  { typed: "5 Rue des Jacobins", house: ["Rue des Jacobins", 5] },
  { typed: "7, rue des jacobins", house: ["Rue des Jacobins", 7] },
  { typed: "11 RUE DES JACOBINS", house: ["Rue des Jacobins", 11] },
  { typed: "3 rue des Jacobins, 2e étage", house: ["Rue des Jacobins", 3] },
  { typed: "1 Boulevard du Port", house: ["Boulevard du Port", 1] },
  { typed: "9 boulevard du port", house: ["Boulevard du Port", 9] },
  { typed: "13, Boulevard du Port", house: ["Boulevard du Port", 13] },
  { typed: "5 bd du Port", house: ["Boulevard du Port", 5] },
  { typed: "3 Rue de la République", house: ["Rue de la République", 3] },
  { typed: "5 rue de la republique", house: ["Rue de la République", 5] },
  { typed: "9, Rue de la Republique", house: ["Rue de la République", 9] },
  { typed: "13 rue de la République", house: ["Rue de la République", 13] },
  { typed: "1 Avenue Foch", house: ["Avenue Foch", 1] },
  { typed: "7 avenue foch", house: ["Avenue Foch", 7] },
  { typed: "11 Avenue Foch, bâtiment B", house: ["Avenue Foch", 11] },
  { typed: "3 av. Foch", house: ["Avenue Foch", 3] },
  { typed: "1 Rue Saint-Leu", house: ["Rue Saint-Leu", 1] },
  { typed: "5 rue saint leu", house: ["Rue Saint-Leu", 5] },
  { typed: "9, rue Saint-Leu", house: ["Rue Saint-Leu", 9] },
  { typed: "3 Boulevard d'Alsace-Lorraine", house: ["Boulevard d'Alsace-Lorraine", 3] },
  { typed: "7 boulevard d'alsace lorraine", house: ["Boulevard d'Alsace-Lorraine", 7] },
  { typed: "11, Boulevard d'Alsace Lorraine", house: ["Boulevard d'Alsace-Lorraine", 11] },
  { typed: "5 Rue du 8 Mai 1945", house: ["Rue du 8 Mai 1945", 5] },
  { typed: "13 rue du 8 mai 1945", house: ["Rue du 8 Mai 1945", 13] },
  { typed: "1 Route d'Abbeville", house: ["Route d'Abbeville", 1] },
  { typed: "9 route d'abbeville", house: ["Route d'Abbeville", 9] },
  { typed: "3 Chaussée Jules Ferry", house: ["Chaussée Jules Ferry", 3] },
  { typed: "7 chaussee jules ferry", house: ["Chaussée Jules Ferry", 7] },
  { typed: "11, Chaussée Jules Ferry", house: ["Chaussée Jules Ferry", 11] },
  { typed: "1 Rue Delpech", house: ["Rue Delpech", 1] },
  { typed: "5 rue delpech", house: ["Rue Delpech", 5] },
  { typed: "13 rue Delpech", house: ["Rue Delpech", 13] },
];

/** The house is another one, in another town, or nobody can tell. */
const unclear: Order[] = [
  // Across the street, which is short: the geocoder has no such number, and its street says enough.
  { typed: "6 Rue des Jacobins", house: ["Rue des Jacobins", 5] },
  { typed: "205 Boulevard du Port" },
  { typed: "Rue Delpech" },
  { typed: "17 Rue des Fleurs" },
  { typed: "5 Rue des Jacobins", town: "Longueau", postalCode: "80330" },
  { typed: "3 Rue de la République", town: "Lille", postalCode: "59000" },
  { typed: "Zone industrielle nord, quai 4" },
  { typed: "Hôpital, entrée des urgences" },
];
const orders = [...clear, ...unclear];

const folder = mkdtempSync(join(tmpdir(), "waybill-morning-"));
const missing = (["GridPin", "chromium"] as const).find((need) => isLeftOut(need));
const gridPin = missing ? undefined : await startGridPin(folder, houses);
// Nobody types so fast that a session's limits are met.
const fast = { defaultTier: "unlimited", geocoderPerSecond: 20 };
const dashboard = gridPin && (await startDashboard({ geocoderUrl: gridPin.url, ...fast }));
afterAll(async () => {
  await gridPin?.stop();
  rmSync(folder, { recursive: true });
});

/** What a person did on the page since it was loaded. */
interface Work {
  clicks: number;
  fields: number;
}

/** Runs in the page. */
function countWork(): void {
  const work = { clicks: 0, paths: new Set<string>() };
  const countClick = ({ isTrusted, detail }: MouseEvent) => {
    // A key that presses a button is no click.
    if (isTrusted && detail > 0) work.clicks += 1;
  };
  document.addEventListener("click", countClick, true);
  addEventListener(
    "input",
    ({ target }) => target instanceof HTMLElement && work.paths.add(target.dataset.path ?? "other"),
    true,
  );
  Object.assign(window, {
    takeWork(): Work {
      const taken = { clicks: work.clicks, fields: work.paths.size };
      work.clicks = 0;
      work.paths.clear();
      return taken;
    },
  });
}
const takeWork = (page: Page) => page.evaluate<Work>("takeWork()");

const field = (page: Page, path: string) => page.locator(`[data-path="delivery.${path}"]`);
const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };
const shop = {
  contact: { name: "Fulton Wine" },
  address: { line1: "9 Rue Delpech", city: "Amiens", postal_code: "80000", country: "FR" },
};
const card = { ...plainCard, zones: [{ ...germany, countries: ["FR"] }] };

/** From the list of shipments to a booking: the form books the own fleet at once. */
async function book(page: Page, fillIn: () => Promise<void>): Promise<Work> {
  await page.getByRole("link", { name: "Shipments", exact: true }).first().click();
  await page.getByRole("link", { name: "Create shipment" }).first().click();
  await field(page, "contact.name").waitFor();
  await fillIn();
  await page.getByRole("button", { name: "Create shipment" }).click();
  await page.getByRole("region", { name: "Your fleet" }).waitFor();
  return takeWork(page);
}

async function setUp(page: WatchedPage, url: string): Promise<void> {
  const { account } = await (await page.request.get(`${url}/api/v1/auth/session`)).json();
  const change = { status: "active", settings: { dispatch: "manual" } } as const;
  if (!dashboard) throw new Error("GridPin is missing");
  await addFleet(dashboard.server, "live", account.id, change, card);
  // Yesterday's last order.
  const body = { pickup: shop, delivery: shop, parcels: [{ weight_grams: 1_000 }] };
  const answer = await page.request.post(`${url}${platform}/shipments`, { data: body, headers });
  expect(answer.status()).toBe(201);
  await page.addInitScript(countWork);
  await page.goto(`${url}/dashboard/live/shipments`);
  await settled(page);
}

const meters = (one: { latitude: number; longitude: number }, other: typeof one) =>
  Math.hypot(
    (one.latitude - other.latitude) * 111_195,
    (one.longitude - other.longitude) * 111_195 * Math.cos((one.latitude * Math.PI) / 180),
  );

testWith(
  missing ?? "GridPin",
  "of 40 typed orders 30 are known within 150 m, none is known elsewhere, and all are booked with few clicks and fields",
  async () => {
    if (!dashboard) throw new Error("GridPin is missing");
    const { server, enter } = dashboard;
    const page = await enter();
    await setUp(page, server.url);
    const booked: { id: string; order: Order }[] = [];
    for (const [at, order] of orders.entries()) {
      const { typed, town = "Amiens", postalCode = "80000" } = order;
      const { clicks, fields } = await book(page, async () => {
        await field(page, "contact.name").fill(`Recipient ${at}`);
        await field(page, "contact.phone").fill(`+331234567${String(at).padStart(2, "0")}`);
        await field(page, "address.line1").fill(typed);
        await field(page, "address.postal_code").fill(postalCode);
        await field(page, "address.city").fill(town);
      });
      expect(clicks).toBeLessThanOrEqual(3);
      expect(fields).toBeLessThanOrEqual(5);
      booked.push({ id: new URL(page.url()).pathname.split("/").at(-1) ?? "", order });
    }

    const { db } = server.deps.stores.platform("live");
    await eventually("the answers", () => db.all(sql`SELECT 1 FROM geocodings`).length === 0 || undefined);
    const found: { typed: string; meters: number }[] = [];
    for (const { id, order } of booked) {
      const answer = await page.request.get(`${server.url}${platform}/shipments/${id}`, { headers });
      const { status, delivery } = await answer.json();
      expect(status).toBe("assigned");
      if (delivery.address.latitude === null) continue;
      const [name, number] = order.house ?? [];
      const truth = houses.find((house) => house.street === name && house.number === number);
      found.push({
        typed: order.typed,
        meters: truth ? meters(truth, delivery.address) : Number.POSITIVE_INFINITY,
      });
    }
    expect(found.filter((each) => each.meters > 300)).toEqual([]);
    expect(found.filter((each) => each.meters <= 150).length).toBeGreaterThanOrEqual(30);

    // Somebody who had a parcel before.
    const again = await book(page, async () => {
      await field(page, "contact.phone").fill("01 23 45 67 03");
      await page
        .getByRole("group", { name: "Known people" })
        .getByRole("button", { name: /Recipient 3\b/ })
        .click();
      await expect(field(page, "address.line1")).toHaveValue("3 rue des Jacobins, 2e étage");
    });
    expect(again.clicks).toBeLessThanOrEqual(4);
    expect(again.fields).toBeLessThanOrEqual(1);
  },
  600_000,
);
