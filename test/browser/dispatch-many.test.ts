import { test } from "bun:test";
import type { Route } from "playwright-core";
import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import { exampleShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { write } from "../../src/infra/deps.ts";
import { addDriver } from "../support/drivers.ts";
import { berlinMitte, createShipment, platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Client } from "../support/harness.ts";
import { berlinMap } from "../support/maps.ts";
import { findBarriers, photograph, sidewaysScroll } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard, type WatchedPage, wide } from "./dashboard.ts";

/** A dispatcher gives many jobs away at once, and finds who has what. */

const { server, enter, open } = await startDashboard({ mapFile: berlinMap() });

interface Day {
  page: WatchedPage;
  client: Client;
  accountId: string;
  fleet: string;
  jobs: readonly { id: string; assignmentId: string }[];
}

/** An account with a fleet and so many jobs that nobody has: `ORD-1` is the most urgent one. */
async function begin(count: number): Promise<Day> {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const accountId = (await answer.json()).account.id;
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  const jobs: Day["jobs"][number][] = [];
  for (let number = 1; number <= count; number += 1) jobs.push(await accept({ client, fleet }, number));
  return { page, client, accountId, fleet, jobs };
}

const hourMs = 3_600_000;
const windowIn = (hours: number) => {
  const [start, end] = [hours, hours + 1].map((each) => new Date(Date.now() + each * hourMs).toISOString());
  return { start, end };
};

function accept({ client, fleet }: Pick<Day, "client" | "fleet">, number: number) {
  const pickup = { ...exampleShipment.pickup, window: windowIn(1 + number) };
  return acceptFleet(client, fleet, { reference: `ORD-${number}`, pickup });
}

/** A driver on duty, so many hundredths of a degree north of every pickup. */
async function onDuty({ accountId, fleet }: Day, name: string, north: number, capacity = 50) {
  const change = { carrierId: fleet, name, onDuty: true, capacityAssignments: capacity };
  const driver = await addDriver(server, "sandbox", accountId, change);
  await write(server.deps, "sandbox", (writing) => {
    const now = server.deps.clock.now();
    const place = { latitude: berlinMitte.latitude + north / 100, longitude: berlinMitte.longitude };
    const known = { accuracyMeters: 5, headingDegrees: null, speedMps: null };
    savePlace(writing, driver.id, { ...place, ...known, recordedAt: now, receivedAt: now });
  });
  return driver;
}

async function driversOf({ client, jobs }: Day): Promise<(string | null)[]> {
  const read = async ({ id }: { id: string }) =>
    (await client.get(`${platform}/shipments/${id}`)).body.assignment.driver?.name ?? null;
  return Promise.all(jobs.map(read));
}

const partsOf = (page: WatchedPage) => ({
  shipments: page.getByRole("region", { name: "Shipments" }),
  drivers: page.getByRole("region", { name: "Drivers" }),
});

test("a selection is dragged onto a driver who stays beside it, and others go to whoever is nearest", async () => {
  const day = await begin(30);
  const { page } = day;
  await onDuty(day, "Kim Berger", 1);
  await onDuty(day, "Sam Okafor", 3);
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, "/dispatch");
  const { shipments, drivers } = partsOf(page);
  const row = (number: number) =>
    shipments
      .getByRole("row")
      .filter({ has: page.getByRole("button", { name: `ORD-${number}`, exact: true }) });
  expect(await sidewaysScroll(page)).toBe(0);
  await row(20).getByText("Nobody yet").click();
  await row(24)
    .getByText("Nobody yet")
    .click({ modifiers: ["Shift"] });
  await row(22)
    .getByText("Nobody yet")
    .click({ modifiers: ["ControlOrMeta"] });
  await row(29)
    .getByText("Nobody yet")
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(shipments.getByText("5 selected")).toBeVisible();
  const kim = drivers.getByRole("button", { name: "Kim Berger" });
  // Far down the list, and still in reach.
  await row(24).scrollIntoViewIfNeeded();
  await expect(kim).toBeInViewport();
  await row(24).dragTo(kim);
  await expect(page.getByText("5 jobs assigned to Kim Berger.")).toBeVisible();
  const theirs = [20, 21, 23, 24, 29];
  expect(await driversOf(day)).toEqual(
    day.jobs.map((_, index) => (theirs.includes(index + 1) ? "Kim B." : null)),
  );
  // Nothing stays selected that is done, and a row that is not selected goes alone.
  await expect(shipments.getByText("selected", { exact: false })).toHaveCount(0);

  // By keyboard alone.
  await shipments.getByRole("button", { name: "ORD-1", exact: true }).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(shipments.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(shipments.getByText("2 selected")).toBeVisible();
  await shipments.getByRole("button", { name: "Assign to…" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Nearest" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 jobs assigned: 2 to Kim B.")).toBeVisible();
  expect((await driversOf(day)).slice(0, 3)).toEqual(["Kim B.", "Kim B.", null]);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(wide);
  await photograph(page, "dispatch-many");
  // Where rows are cards, the box for all of them stays in sight.
  await page.setViewportSize({ width: 1024, height: 768 });
  await shipments.getByLabel("Select all shipments").click();
  await expect(shipments.getByText("30 selected")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("who has no room is named with what was refused, gets the others all the same, and what is over stays over", async () => {
  const day = await begin(4);
  const { page, client } = day;
  await onDuty(day, "Kim Berger", 1, 2);
  await open(page, "/dispatch");
  const { shipments } = partsOf(page);
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (4)");
  await shipments.getByLabel("Select all shipments").check();
  // Somebody else cancels one while the page is asked what to do.
  const cancelFirst = async (route: Route) => {
    const { status } = await client.post(`${platform}/shipments/${day.jobs[0]?.id}/cancellation`, {});
    expect(status).toBe(200);
    await route.continue();
  };
  await page.route("**/assignments/driver/batch*", cancelFirst, { times: 1 });
  await shipments.getByRole("button", { name: "Assign to…" }).click();
  await page.getByRole("menuitem", { name: "Kim Berger On duty · 0 of 2 jobs" }).click();
  const dialog = page.getByRole("dialog", { name: "Assign 4 jobs to Kim Berger" });
  await expect(dialog.getByText("2 of 4 done. The others stay selected.")).toBeVisible();
  await expect(dialog.getByRole("row", { name: /^ORD-1 Refused/ })).toBeVisible();
  await expect(dialog.getByRole("row", { name: /^ORD-2 Assigned Kim B\.$/ })).toBeVisible();
  await expect(dialog.getByRole("row", { name: /^ORD-4 Refused/ })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Assign 1 all the same" }).click();
  await expect(page.getByText("1 job assigned to Kim Berger.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await driversOf(day)).slice(1)).toEqual(["Kim B.", "Kim B.", "Kim B."]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a selection says below the button what no driver can be given, and why", async () => {
  const day = await begin(1);
  const { page, client, fleet } = day;
  await onDuty(day, "Kim Berger", 1);
  await createShipment(client, { reference: "OPEN", carriers: [fleet] });
  await open(page, "/dispatch");
  const { shipments } = partsOf(page);
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (2)");
  const assign = shipments.getByRole("button", { name: "Assign to…" });
  await shipments.getByLabel("Select OPEN").check();
  await expect(assign).toBeDisabled();
  const why = shipments.getByText(
    "Left out of “Assign to…”: 1 without an accepted quote. Accept its quote first.",
  );
  await expect(why).toBeVisible();
  await shipments.getByLabel("Select ORD-1").check();
  await expect(assign).toBeEnabled();
  await expect(why).toBeVisible();
  await assign.click();
  await page.getByRole("menuitem", { name: "Kim Berger" }).click();
  await expect(page.getByText("1 job assigned to Kim Berger.")).toBeVisible();
  await expect(shipments.getByText("1 selected")).toBeVisible();
  await shipments.getByLabel("Select OPEN").uncheck();
  await expect(why).toHaveCount(0);
  expect(await driversOf(day)).toEqual(["Kim B."]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("needs with the same reason are one line with one remedy, which leads to the card or gives all of them away", async () => {
  const day = await begin(5);
  const { page, client, fleet } = day;
  await onDuty(day, "Kim Berger", 1);
  const address = { line1: "1 Rue de Rivoli", city: "Paris", postal_code: "75001", country: "FR" };
  const delivery = { contact: { name: "Ada Park", phone: "+33123456789" }, address };
  for (let number = 1; number <= 4; number += 1)
    await createShipment(client, { reference: `FR-${number}`, carriers: [fleet], delivery });
  await open(page, "/dispatch");
  const needsYou = page.getByRole("region", { name: "Needs you" });
  await expect(needsYou.getByRole("heading")).toHaveText("Needs you (9)");
  const refused = needsYou.getByRole("listitem").filter({ hasText: "4 × No offer" });
  await expect(refused).toContainText("outside the service's zones");
  await expect(refused.getByRole("link", { name: "Change the rate card" })).toHaveAttribute(
    "href",
    new RegExp(`/carriers/${fleet}/rate-card$`),
  );
  await needsYou.getByRole("button", { name: "5 × No driver" }).press("Enter");
  await expect(needsYou.getByRole("button", { name: /^ORD-\d/ })).toHaveText(
    [1, 2, 3, 4, 5].map((n) => new RegExp(`^ORD-${n}`)),
  );
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch-groups");
  await needsYou.getByRole("button", { name: "Assign all 5 to…" }).click();
  await page.getByRole("menuitem", { name: "Kim Berger" }).click();
  await expect(page.getByText("5 jobs assigned to Kim Berger.")).toBeVisible();
  await expect(needsYou.getByRole("heading")).toHaveText("Needs you (4)");
  expect(await driversOf(day)).toEqual(["Kim B.", "Kim B.", "Kim B.", "Kim B.", "Kim B."]);
  await refused.getByRole("link", { name: "Change the rate card" }).click();
  await expect(page).toHaveURL(new RegExp(`/carriers/${fleet}/rate-card$`));
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the map names who drives, and shows the stops of the chosen one as a line of known places, from near", async () => {
  const day = await begin(3);
  const { page, client, jobs } = day;
  const kim = await onDuty(day, "Kim Berger", 1);
  // Far away, so that the map shows much at first.
  await onDuty(day, "Sam Okafor", 30);
  const { latitude: _, longitude: __, ...unplaced } = exampleShipment.delivery.address;
  const unknown = await acceptFleet(client, day.fleet, {
    reference: "ORD-4",
    delivery: { ...exampleShipment.delivery, address: unplaced },
  });
  const assignment_ids = [...jobs.slice(0, 2), unknown].map(({ assignmentId }) => assignmentId);
  await client.post(`${platform}/assignments/driver/batch`, { driver_id: kim.id, assignment_ids });
  await open(page, "/dispatch");
  const map = page.getByRole("region", { name: "Map of drivers and stops" });
  for (const name of ["Kim Berger", "Sam Okafor"])
    await expect(map.locator(".map-name span", { hasText: name })).toBeVisible();
  const scale = map.locator(".leaflet-control-scale-line");
  const far = await scale.textContent();
  await expect(map.locator("path.map-plan")).toHaveAttribute("d", "M0 0");
  await partsOf(page).drivers.getByRole("button", { name: "Kim Berger" }).click();
  const { body } = await client.get(`${platform}/drivers/${kim.id}/stops`);
  const known = body.data.filter(
    ({ address }: { address: { geocode_source: string } }) => address.geocode_source === "client",
  );
  expect([body.data.length, known.length]).toEqual([6, 5]);
  // From the driver on, in the order of the stops: all are fetched at one door, and two go to another.
  await expect(map.locator(".map-number")).toHaveText(["1, 3, 5", "2, 4"]);
  await expect(map.locator("path.map-plan")).toHaveAttribute("d", /^M[^L]+(L[^L]+){3}$/);
  await expect(page.getByText("1 of 6 stops is not on the map: nobody knows the place.")).toBeVisible();
  await expect(scale).not.toHaveText(far ?? "");
  await photograph(page, "dispatch-way");
  // Whom nobody chose any more has no line.
  await partsOf(page).shipments.getByRole("button", { name: "ORD-3" }).click();
  await expect(map.locator(".map-number")).toHaveCount(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the address says whose jobs are listed, and each row says its window, how late it is, and whether its place is known", async () => {
  const day = await begin(2);
  const { page, client, jobs } = day;
  const kim = await onDuty(day, "Kim Berger", 1);
  await client.post(`${platform}/assignments/${jobs[0]?.assignmentId}/driver`, { driver_id: kim.id });
  const { latitude: _, longitude: __, ...unplaced } = exampleShipment.delivery.address;
  await acceptFleet(client, day.fleet, {
    reference: "ORD-3",
    delivery: { ...exampleShipment.delivery, address: unplaced },
  });
  await open(page, `/dispatch?rider=${kim.id}`);
  const { shipments } = partsOf(page);
  const names = shipments.getByRole("row").getByRole("button");
  await expect(names).toHaveText(["ORD-1"]);
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (1)");
  await expect(page.getByRole("combobox", { name: "Driver" })).toHaveValue("Kim Berger");
  await page.getByRole("combobox", { name: "Driver" }).click();
  await page.getByRole("option", { name: "Without a driver" }).click();
  await expect(page).toHaveURL(/rider=none/);
  await expect(names).toHaveText(["ORD-3", "ORD-2"]);
  const row = (name: string) => shipments.getByRole("row").filter({ hasText: name });
  await expect(row("ORD-3")).toContainText("Place unknown");
  await expect(row("ORD-2")).not.toContainText("unknown");
  await expect(row("ORD-2")).toContainText(/\d{1,2}:\d\d.*–.*\d{1,2}:\d\d/);
  await page.goBack();
  expect(faultsOf(page.witness, server)).toEqual([]);
});
