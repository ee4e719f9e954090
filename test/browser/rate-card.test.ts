import { test } from "bun:test";
import { plainCard, plainService } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { expectGood, photographPhone } from "./appearance.ts";
import { expect, faultsOf, settled, signUp, startDashboard, type WatchedPage } from "./dashboard.ts";

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
  await expect(row(1).getByText("Must have at most 2 decimals.")).toBeVisible();
  await expect(row(2).getByText("Is required.")).toBeVisible();
  await row(1).getByRole("textbox", { name: "Price" }).fill("4.50");
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
  await expect(page.getByText("Prices only addresses whose place is known")).toBeVisible();
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
