import { describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import type { DriverRow } from "../../src/delivery/fleet/drivers/store.ts";
import { write } from "../../src/infra/deps.ts";
import { addDriver, giveJob } from "../support/drivers.ts";
import { berlinMitte, platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Answer, Client } from "../support/harness.ts";
import { addPerson } from "../support/people.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** A firm books its own riders: in the form, on a shipment's page, on Dispatch, and by a setting. */

const { server, enter } = await startDashboard();
const live = "live";

interface Firm {
  page: WatchedPage;
  accountId: string;
  client: Client;
  fleet: string;
}

/** An account whose only carrier in live is its own fleet. */
async function startFirm(settings = {}): Promise<Firm> {
  const page = await enter();
  const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const client = server.client({ cookie, "sec-fetch-site": "same-origin", "x-environment": live });
  const fleet = await addOpenFleet(server, account.id, settings, live);
  return { page, accountId: account.id, client, fleet };
}

const addRider = ({ accountId, fleet }: Firm, name: string, change: Partial<DriverRow> = {}) =>
  addDriver(server, live, accountId, { carrierId: fleet, name, onDuty: true, ...change });

/** The rider stands so many hundredths of a degree north of every pickup. */
async function standAt(driverId: string, north: number): Promise<void> {
  await write(server.deps, live, (writing) => {
    const now = server.deps.clock.now();
    savePlace(writing, driverId, {
      latitude: berlinMitte.latitude + north / 100,
      longitude: berlinMitte.longitude,
      accuracyMeters: 5,
      headingDegrees: null,
      speedMps: null,
      recordedAt: now,
      receivedAt: now,
    });
  });
}

const parcel = { parcels: [{ weight_grams: 500 }] };
const stopAt = (line1: string) => ({
  contact: { name: "Alex Kaya" },
  address: { ...berlinMitte, line1 },
});

const urlOf = (path: string) => `${server.url}/dashboard/live${path}`;
const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const rider = (page: Page) => page.getByLabel("Rider", { exact: true }).and(page.locator("input"));
const chooseRider = async (page: Page, name: string | RegExp) => {
  await rider(page).click();
  await page.getByRole("option", { name }).click();
};

/** The form, filled with a copy of an order that nobody has. */
async function fillForm({ page, client }: Firm): Promise<void> {
  const order = { pickup: stopAt("Torstr. 1"), delivery: stopAt("Linienstr. 40"), ...parcel };
  const { body } = await client.post(`${platform}/shipments`, { ...order, accept: null });
  await page.goto(urlOf(`/shipments/new?copy=${body.id}`));
  await settled(page);
  // The riders come after the form, which would book nobody before.
  await rider(page).waitFor();
}

async function create({ page, client }: Firm): Promise<Answer["body"]> {
  await page.getByRole("button", { name: "Create shipment" }).click();
  await page.getByRole("region", { name: "Details" }).waitFor();
  return readShown(page, client);
}

async function readShown(page: Page, client: Client): Promise<Answer["body"]> {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  return (await client.get(`${platform}/shipments/${id}`)).body;
}

async function agree(page: Page, price: string): Promise<void> {
  const agreed = page.getByRole("group", { name: "Agreed price" });
  await agreed.getByRole("button", { name: "Enter a price" }).click();
  await agreed.getByLabel("Service").and(page.locator("input")).click();
  await page.getByRole("option", { name: "Plain" }).click();
  await field(page, "accept.price.amount").fill(price);
}

const driverOf = ({ assignment }: Answer["body"]): string | null => assignment?.driver?.name ?? null;
const notice = (page: Page) => page.locator(".notice[data-tone=warn]");

describe("the form of a firm with its own fleet", () => {
  test("offers its riders with duty and load, and gives the order to the one who is chosen", async () => {
    const firm = await startFirm();
    const { page } = firm;
    await addRider(firm, "Sam Okafor", { onDuty: false });
    await addRider(firm, "Kim Berger");
    await fillForm(firm);
    await expect(rider(page)).toHaveValue("Nearest rider on duty");
    await rider(page).click();
    await expect(page.getByRole("listbox", { name: "Rider" }).getByRole("option")).toHaveText([
      "Nearest rider on duty",
      "Kim Berger · On duty · 0 of 5 jobs",
      "Sam Okafor · Off duty · 0 of 5 jobs",
      "Later: book the fleet, choose the rider afterwards",
      "Nobody yet: compare the quotes first",
    ]);
    await page.getByRole("option", { name: /^Sam Okafor/ }).click();
    await expectGood(page, "own-work-form");
    const shipment = await create(firm);
    expect([shipment.status, driverOf(shipment)]).toEqual(["assigned", "Sam O."]);
    await expect(notice(page)).toHaveCount(0);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("gives it to the nearest, books for later, or books nobody", async () => {
    const firm = await startFirm();
    const { page } = firm;
    const kim = await addRider(firm, "Kim Berger");
    const sam = await addRider(firm, "Sam Okafor");
    await standAt(kim.id, 3);
    await standAt(sam.id, 1);
    await fillForm(firm);
    const nearest = await create(firm);
    expect(driverOf(nearest)).toBe("Sam O.");

    await fillForm(firm);
    await chooseRider(page, /^Later/);
    const later = await create(firm);
    expect([later.status, driverOf(later)]).toEqual(["assigned", null]);

    await fillForm(firm);
    await chooseRider(page, /^Nobody yet/);
    const open = await create(firm);
    expect([open.assignment, driverOf(open)]).toEqual([null, null]);
    await page.getByRole("button", { name: /^Accept quote/ }).waitFor();
    await expect(notice(page)).toHaveCount(0);
  });

  test("says in words why nobody has it, and what helps", async () => {
    const firm = await startFirm();
    const { page, client } = firm;
    await addRider(firm, "Kim Berger", { onDuty: false });
    await addRider(firm, "Sam Okafor", { onDuty: false });
    await fillForm(firm);
    const lone = await create(firm);
    expect([lone.status, driverOf(lone)]).toEqual(["assigned", null]);
    await expect(notice(page)).toContainText(
      "Your fleet is booked, but nobody has the job yet: nobody on duty with room and a known position is near.",
    );
    await expectGood(page, "own-work-unbooked");
    await page.getByRole("button", { name: "Assign to…" }).click();
    await page.getByRole("menuitem", { name: "Kim Berger Off duty · 0 of 5 jobs" }).click();
    await expect(page.getByRole("region", { name: "Details" })).toContainText("Kim B.");
    await expect(notice(page)).toHaveCount(0);
    expect(driverOf(await readShown(page, client))).toBe("Kim B.");

    await fillForm(firm);
    await chooseRider(page, /^Kim Berger/);
    await field(page, "delivery.address.country").click();
    await page.getByRole("option", { name: "Poland" }).click();
    // The pin of the copied address is in doubt now: the form does not go on before somebody says.
    await page
      .getByRole("group", { name: "Place of the delivery" })
      .getByRole("button", { name: "Remove the pin" })
      .click();
    const far = await create(firm);
    expect(far.assignment).toBeNull();
    await expect(notice(page)).toContainText("Nobody is booked yet: no carrier made an offer that fits.");
    await page.getByRole("button", { name: "Book at a price" }).click();
    await page.getByRole("dialog", { name: "Enter a price" }).waitFor();
  });

  test("warns of a rider without room, and gives the order all the same", async () => {
    const firm = await startFirm();
    const { page, client, fleet } = firm;
    const kim = await addRider(firm, "Kim Berger", { capacityAssignments: 1 });
    await giveJob(server, kim, await acceptFleet(client, fleet));
    await fillForm(firm);
    await expect(rider(page)).toHaveValue("Kim Berger · On duty · 1 of 1 jobs");
    await expect(page.getByText("Kim Berger has 1 of 1 jobs, and gets this one all the same.")).toBeVisible();
    const shipment = await create(firm);
    expect([shipment.status, driverOf(shipment)]).toEqual(["assigned", "Kim B."]);
    await expect(notice(page)).toHaveCount(0);
  });

  test("asks once more about a rider who became full meanwhile, and keeps the agreed price", async () => {
    const firm = await startFirm();
    const { page, client, fleet } = firm;
    const kim = await addRider(firm, "Kim Berger", { capacityAssignments: 1 });
    await fillForm(firm);
    await expect(rider(page)).toHaveValue("Kim Berger · On duty · 0 of 1 jobs");
    await agree(page, "7.50");
    await giveJob(server, kim, await acceptFleet(client, fleet));
    const refused = await create(firm);
    expect(refused.assignment).toBeNull();
    await expect(notice(page)).toContainText("Nobody is booked yet: Kim Berger has no room.");
    await page.getByRole("button", { name: "Give it to Kim Berger all the same" }).click();
    await expect(page.getByRole("region", { name: "Details" })).toContainText("Kim B.");
    const given = await readShown(page, client);
    expect([driverOf(given), given.price]).toEqual(["Kim B.", { amount: 750, currency: "EUR" }]);
  });

  test("books a rider at an agreed price", async () => {
    const firm = await startFirm();
    const { page } = firm;
    await addRider(firm, "Kim Berger");
    await fillForm(firm);
    await agree(page, "9.00");
    const shipment = await create(firm);
    expect([shipment.price, driverOf(shipment)]).toEqual([{ amount: 900, currency: "EUR" }, "Kim B."]);
  });
});

test("a shipment's page and Dispatch warn of a rider without room, and assign all the same", async () => {
  const firm = await startFirm();
  const { page, client, fleet } = firm;
  const kim = await addRider(firm, "Kim Berger", { capacityAssignments: 1 });
  await addRider(firm, "Sam Okafor", { onDuty: false });
  await giveJob(server, kim, await acceptFleet(client, fleet));
  const first = await acceptFleet(client, fleet, { reference: "ORD-1" });
  const second = await acceptFleet(client, fleet, { reference: "ORD-2" });
  const shown = async (id: string) => driverOf((await client.get(`${platform}/shipments/${id}`)).body);

  await page.goto(urlOf(`/shipments/${first.id}`));
  await page.getByRole("button", { name: "Assign to…" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Kim BergerPosition unknown · 1 of 1 jobs, full",
    "Sam OkaforOff duty · 0 of 5 jobs",
  ]);
  await expectGood(page, "own-work-assign");
  await page.getByRole("menuitem", { name: "Kim Berger" }).click();
  const warning = page.getByRole("dialog", { name: "Kim Berger has no room" });
  await warning.getByRole("button", { name: "Cancel" }).click();
  await expect(warning).toHaveCount(0);
  expect(await shown(first.id)).toBeNull();
  await page.getByRole("button", { name: "Assign to…" }).click();
  await page.getByRole("menuitem", { name: "Kim Berger" }).click();
  await expectGood(page, "own-work-full");
  await warning.getByRole("button", { name: "Assign all the same" }).click();
  await expect(page.getByText("ORD-1 assigned to Kim Berger.")).toBeVisible();
  expect(await shown(first.id)).toBe("Kim B.");
  await page.getByRole("button", { name: "Hand over to…" }).click();
  await page.getByRole("menuitem", { name: "Sam Okafor" }).click();
  await expect(page.getByText("ORD-1 assigned to Sam Okafor.")).toBeVisible();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("ORD-1 has no driver now.")).toBeVisible();
  expect(await shown(first.id)).toBeNull();

  await page.goto(urlOf(`/dispatch?shipment=${second.id}`));
  await page.getByRole("button", { name: "Assign to…" }).click();
  await page.getByRole("menuitem", { name: /^Kim Berger .*full$/ }).click();
  await warning.getByRole("button", { name: "Assign all the same" }).click();
  await expect(page.getByText("ORD-2 assigned to Kim Berger.")).toBeVisible();
  expect(await shown(second.id)).toBe("Kim B.");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the setting books own work at once, for the API too, until it is turned off", async () => {
  const { page, client, accountId, fleet } = await startFirm();
  const { body: carrier } = await client.get(`${platform}/carriers/${fleet}`);
  const chosen = async () => (await client.get(`${platform}/account`)).body.accept_by_default;
  await page.goto(urlOf("/settings/account"));
  const setting = page.getByRole("checkbox", { name: "Book own work at once" });
  await setting.check();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await chosen()).toEqual({ strategy: "cheapest", carriers: [carrier.code] });
  await expect(setting).toBeChecked();
  await expectGood(page, "own-work-settings");
  const created = await client.post(`${platform}/shipments`, {
    pickup: stopAt("Torstr. 1"),
    delivery: stopAt("Linienstr. 40"),
    ...parcel,
  });
  expect([created.status, created.body.assignment.carrier.id]).toEqual([201, fleet]);

  const { cookie } = await addPerson(server, accountId, "viewer");
  const [name = "", value = ""] = cookie.split("=");
  const owner = await page.context().cookies();
  await page.context().addCookies([{ name, value, url: server.url }]);
  await page.reload();
  await expect(setting).toBeDisabled();
  await page.goto(urlOf(`/shipments/${created.body.id}`));
  await page.getByRole("region", { name: "Details" }).waitFor();
  await settled(page);
  await expect(page.getByRole("button", { name: "Assign to…" })).toHaveCount(0);
  await page.goto(urlOf("/shipments/new"));
  await settled(page);
  await expect(rider(page)).toHaveCount(0);
  await page.context().addCookies(owner);

  await page.goto(urlOf("/settings/account"));
  await setting.uncheck();
  await expect.poll(chosen).toBeNull();
  await expect(setting).not.toBeChecked();
});
