import { test } from "bun:test";
import { plainCard, plainService } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { expectGood, photographPhone } from "./appearance.ts";
import {
  createShipment,
  expect,
  faultsOf,
  settled,
  signUp,
  startDashboard,
  type WatchedPage,
} from "./dashboard.ts";

/** A courier's first prices: a short list, without JSON, which prices an order as it comes by phone. */

const { server, enter, openWindow } = await startDashboard();
const urlOf = (path: string) => `${server.url}/dashboard/live${path}`;

async function newFleet(page: WatchedPage): Promise<void> {
  await page.goto(urlOf("/carriers/new"));
  await page.getByRole("textbox", { name: "Name" }).fill("City Riders");
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.waitForURL(/\/rate-card/);
  await settled(page);
}

test("ten fields at most price the first order, and the card says the same in every view", async () => {
  const page = await openWindow({ timezoneId: "Europe/Berlin" });
  await signUp(page, server);
  await newFleet(page);
  await expect(page.getByRole("combobox", { name: "Country" })).toHaveValue("Germany");
  await expect(page.getByRole("combobox", { name: "Currency" })).toHaveValue("EUR");
  const fields = page.getByRole("region", { name: "Prices" }).locator("input:visible, textarea:visible");
  const row = (number: number) => page.getByRole("group", { name: `Area ${number}` });
  const add = page.getByRole("button", { name: "Add rate card" });
  await row(1).getByRole("textbox", { name: "Where" }).fill("101, 102");
  await row(1).getByRole("textbox", { name: "Price" }).fill("4.505");
  await page.getByRole("button", { name: "Add area" }).click();
  await expect(row(2).getByRole("textbox", { name: "Where" })).toBeFocused();
  await page.keyboard.type("Berlin");
  await page.getByRole("button", { name: "Add area" }).click();
  await page.keyboard.type("Potsdam");
  await row(3).getByRole("textbox", { name: "Price" }).fill("15");
  await page.getByRole("textbox", { name: "Extra for evenings" }).fill("3");
  expect(await fields.count()).toBeLessThanOrEqual(10);
  await add.click();
  await expect(row(1).getByText("Can be read in two ways: write 4505.00, or two decimals.")).toBeVisible();
  await expect(row(2).getByText("Is required.")).toBeVisible();
  await row(1).getByRole("textbox", { name: "Price" }).fill("€4,50");
  await row(2).getByRole("textbox", { name: "Price" }).fill("7");
  await expectGood(page, "rate-card-prices");
  await page.setViewportSize({ width: 1280, height: 860 });
  await add.click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  await expect(row(3).getByRole("textbox", { name: "Where" })).toHaveValue("Potsdam");
  await expect(page.getByRole("button", { name: "Save rate card" })).toBeDisabled();

  const from = page.getByRole("group", { name: "From", exact: true });
  const to = page.getByRole("group", { name: "To", exact: true });
  await from.getByRole("textbox", { name: "Postal code" }).fill("10119");
  await from.getByRole("textbox", { name: "Town" }).fill("Berlin");
  await to.getByRole("textbox", { name: "Town" }).fill("Potsdam");
  await page.getByRole("button", { name: "Explain" }).click();
  const lines = page.getByRole("table", { name: "Price of Delivery" });
  await expect(lines.getByText("€15.00").first()).toBeVisible();
  await expect(page.getByText("From area_1 to potsdam")).toBeVisible();
  await to.getByRole("textbox", { name: "Town" }).fill("Dresden");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText("The delivery address needs a postal code.")).toBeVisible();
  await to.getByRole("textbox", { name: "Postal code" }).fill("01067");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText("The delivery address is outside the service's zones.")).toBeVisible();
  await to.getByRole("textbox", { name: "Town" }).fill("");
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(to.getByText("Must not be empty.")).toBeVisible();
  await expectGood(page, "rate-card-explained");
  await page.setViewportSize({ width: 1280, height: 860 });

  const views = page.getByRole("radiogroup", { name: "View of the rate card" });
  await views.getByText("Form", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Base price", exact: true })).toHaveValue("4.50");
  await page.getByRole("textbox", { name: "Per km" }).fill("1");
  await views.getByText("Prices", { exact: true }).click();
  await expect(page.getByText("This card says more than a list of prices.")).toBeVisible();
  await page.getByRole("textbox", { name: "Per km" }).fill("");
  await page.getByRole("textbox", { name: "Base price", exact: true }).fill("5");
  await views.getByText("Prices", { exact: true }).click();
  await expect(row(1).getByRole("textbox", { name: "Price" })).toHaveValue("5.00");
  await views.getByText("JSON", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Rate card as JSON" })).toHaveValue(/"base": 500/);
  const id = /car_\w+/.exec(page.url())?.[0];
  const headers = { "x-environment": "live" };
  const stored = await page.request.get(`${server.url}${platform}/carriers/${id}/rate-card`, { headers });
  expect((await stored.json()).services[0].price).toEqual({ base: 450 });
  expect(faultsOf(page.witness, server).filter((fault) => !fault.includes("422"))).toEqual([]);
});

test("the example prices addresses as people type them, and stays a short list", async () => {
  const page = await enter();
  await newFleet(page);
  await page.getByRole("button", { name: "Fill with example" }).click();
  const example = page.getByRole("group", { name: "Area 2" });
  await expect(example.getByRole("textbox", { name: "Where" })).toHaveValue("Berlin");
  for (const number of [3, 4, 5]) {
    await page.getByRole("button", { name: "Add area" }).click();
    await expect(page.getByRole("group", { name: `Area ${number}` })).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "Add area" })).toBeDisabled();
  for (const number of [5, 4, 3, 2])
    await page.getByRole("button", { name: `Remove area ${number}` }).click();
  await expect(page.getByRole("button", { name: "Remove area 1" })).toHaveCount(0);
  await photographPhone(page, "rate-card-five-areas");
});

test("a card with a circle or kilometers says beside the field what it needs", async () => {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const near = { code: "near", radius: { latitude: 52.52, longitude: 13.405, meters: 6000 } };
  const card = {
    ...plainCard,
    zones: [near],
    services: [
      { ...plainService, pickup_zones: ["near"], delivery_zones: ["near"], price: { base: 500, per_km: 90 } },
    ],
  };
  const id = await addFleet(server, "live", (await answer.json()).account.id, { status: "active" }, card);
  await page.goto(urlOf(`/carriers/${id}/rate-card`));
  await expect(page.getByRole("textbox", { name: "Per km" })).toHaveAccessibleDescription(
    "Needs known places",
  );
  await expect(page.getByText("Prices only addresses whose place is known").first()).toBeVisible();
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  for (const name of ["From", "To"]) {
    await group(name).getByRole("textbox", { name: "Town" }).fill("Berlin");
    await group(name).getByRole("combobox", { name: "Country" }).click();
    await page.getByRole("option", { name: "Germany", exact: true }).click();
  }
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText(/The pickup address needs latitude and longitude/)).toBeVisible();
  await expectGood(page, "rate-card-circle");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the form has the prices that tariffs print, each fault at its field", async () => {
  const page = await enter();
  await newFleet(page);
  await page.getByText("Form", { exact: true }).click();
  await page.getByRole("button", { name: "Fill with example" }).click();
  const service = page.getByRole("group", { name: "Service 1", exact: true });
  const box = (name: string) => service.getByRole("textbox", { name, exact: true });
  const unfold = (name: string) => service.locator("summary").filter({ hasText: name }).first().click();
  const choose = async (name: string, option: string) => {
    await service.getByRole("combobox", { name }).last().click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await unfold("Steps, miles and started kilometers");
  await service.getByRole("checkbox", { name: "Each started kilometer counts as a whole one" }).check();
  await service.getByRole("button", { name: "Add distance step" }).click();
  const step = service.getByRole("group", { name: "Distance step 1" });
  await step.getByRole("textbox", { name: "From (km)" }).fill("3");
  await step.getByRole("textbox", { name: "Per km" }).fill("2");
  await box("Per mile").fill("1");

  await unfold("Surcharges");
  await service.getByRole("button", { name: "Add surcharge" }).click();
  const surcharge = service.getByRole("group", { name: "Surcharge 2" });
  await surcharge.getByRole("textbox", { name: "Name" }).fill("Short window");
  await surcharge.getByRole("textbox", { name: "Or percent" }).fill("10");
  await surcharge.locator("summary").click();
  await choose("Judged at", "Delivery");
  await choose("In zone", "town");
  await choose("Percent of", "All before");
  await surcharge.getByRole("textbox", { name: "Window under (min)" }).fill("120");
  await surcharge.getByRole("textbox", { name: "Side over (cm)" }).fill("45.7");
  await surcharge.getByRole("textbox", { name: "On the dates" }).fill("2026-12-24, 2026-12-31");

  await unfold("Cancellations, returns, failures");
  await box("Return (percent)").fill("50");
  await unfold("Opening hours");
  await service.getByRole("checkbox", { name: "Order until by day of the week" }).check();
  const order = service.getByRole("group", { name: "Order until", exact: true });
  await order.getByRole("textbox", { name: "Monday", exact: true }).fill("5pm");
  await order.getByRole("textbox", { name: "Days before Monday" }).fill("40");
  await unfold("Limits");
  await box("Girth (cm)").fill("300.55");
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(service.getByText("Must not be given together with distance_steps.")).toBeVisible();
  await expect(order.getByText("Must be at most 30.")).toBeVisible();
  await expect(service.getByText("Must have at most 1 decimal.")).toBeVisible();
  await expectGood(page, "rate-card-full-form");
  await page.setViewportSize({ width: 1280, height: 860 });
  await box("Per mile").fill("");
  await order.getByRole("textbox", { name: "Days before Monday" }).fill("1");
  await box("Girth (cm)").fill("300.5");
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "In steps" })).toBeVisible();

  const id = /car_\w+/.exec(page.url())?.[0];
  const headers = { "x-environment": "live" };
  const stored = await page.request.get(`${server.url}${platform}/carriers/${id}/rate-card`, { headers });
  const [express] = (await stored.json()).services;
  expect(express.price).toEqual({
    base: 450,
    started_km: true,
    distance_steps: [{ from_meters: 3000, per_km: 200 }],
  });
  expect(express.surcharges[1]).toEqual({
    code: "short_window",
    name: "Short window",
    percent: 10,
    percent_of: "all_before",
    when: {
      at: "delivery",
      zone: "town",
      dates: ["2026-12-24", "2026-12-31"],
      side_over_mm: 457,
      window_under_minutes: 120,
    },
  });
  expect([express.order_until, express.return_percent, express.limits.girth_mm]).toEqual([
    { mon: { time: "17:00", days_before: 1 } },
    50,
    3005,
  ]);
  expect(faultsOf(page.witness, server).filter((fault) => !fault.includes("422"))).toEqual([]);
});

test("keys choose the countries of a zone, and go on from the first that is chosen", async () => {
  const page = await enter();
  await newFleet(page);
  await page.getByText("Form", { exact: true }).click();
  const zone = page.getByRole("group", { name: "Zone 1", exact: true });
  const countries = zone.getByRole("combobox", { name: "Countries" });
  const germany = page.getByRole("option", { name: "Germany", exact: true, includeHidden: true });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(germany).toHaveCount(0);
  await countries.focus();
  await page.keyboard.type("Germ");
  await press("ArrowDown", "Enter");
  await expect(zone.getByText("Germany", { exact: true }).first()).toBeVisible();
  await press("Tab");
  await expect(germany).toHaveCount(0);

  await press("Shift+Tab", "ArrowDown");
  await expect(germany).toHaveAttribute("data-combobox-selected", "true");
  await expect(germany).toBeInViewport();
  await press("ArrowDown", "Enter");
  await expect(zone.getByText("Ghana", { exact: true }).first()).toBeVisible();
});

test("an offer says what a return and a failure cost before it is accepted", async () => {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const { id: accountId } = (await answer.json()).account;
  const service = { ...plainService, return_percent: 40, failed_percent: 25.5 };
  await addFleet(server, "live", accountId, { status: "active" }, { ...plainCard, services: [service] });
  const { id } = await createShipment(page, server, {}, "live");
  await page.goto(urlOf(`/shipments/${id}`));
  await expect(page.getByText("A return costs €2.00 more.")).toBeVisible();
  await expect(page.getByText("A failed delivery costs €1.28.")).toBeVisible();
  await expectGood(page, "offer-with-ends");
});

test("opening hours are fields beside the prices, for one day or as on Monday", async () => {
  const page = await openWindow({ timezoneId: "Europe/Berlin" });
  await signUp(page, server);
  await newFleet(page);
  await page.getByRole("group", { name: "Area 1" }).getByRole("textbox", { name: "Price" }).fill("€6,50");
  const hours = page.getByRole("region", { name: "Opening hours" });
  await hours.getByLabel("Always open").uncheck();
  await hours.getByRole("button", { name: "Add hours on Monday" }).click();
  await hours.getByLabel("Monday from").fill("9");
  await hours.getByLabel("Monday until").fill("6pm");
  await hours.getByRole("button", { name: "Same on all days as on Monday" }).click();
  await hours.getByRole("button", { name: "Remove opening 1 of Sunday" }).click();
  await hours.getByLabel("Saturday until").fill("noon");
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(hours.getByLabel("Saturday from")).toHaveAttribute("aria-invalid", "true");
  await hours.getByLabel("Saturday until").fill("13");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGood(page, "rate-card-hours-beside-prices");
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  const path = new URL(page.url()).pathname.replace("/dashboard/live", platform);
  const { services } = await (await page.request.get(`${server.url}${path}?environment=live`)).json();
  const day = ["09:00-18:00"];
  expect(services[0].price.base).toBe(650);
  expect(services[0].hours).toEqual({
    ...Object.fromEntries(["mon", "tue", "wed", "thu", "fri"].map((name) => [name, day])),
    sat: ["09:00-13:00"],
  });
  expect(faultsOf(page.witness, server).filter((fault) => !fault.includes("422"))).toEqual([]);
});
