import { test } from "bun:test";
import type { RateCard } from "../../src/delivery/carriers/kinds/fleet/schema.ts";
import { plainCard, plainService } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { expectGood, findBarriers } from "./appearance.ts";
import { expect, faultsOf, settled, startDashboard } from "./dashboard.ts";

/** The rate card of a region: too many zones and services to show them all. */

const { server, enter } = await startDashboard();
const nodesMax = 1500;

/** A region of 300 zones, and 20 services of which each delivers to all of them. */
function regionCard(): RateCard {
  const codeOf = (place: number) => `zone_${place}`;
  const zones = Array.from({ length: 300 }, (_, place) => ({
    code: codeOf(place),
    countries: ["DE"],
    postal_prefixes: [String(1000 + place), String(2000 + place)],
  }));
  const codes = zones.map(({ code }) => code);
  const services = Array.from({ length: 20 }, (_, place) => ({
    ...plainService,
    code: `service_${place}`,
    name: `Service ${place}`,
    pickup_zones: codes.slice(10 * place, 10 * place + 10),
    delivery_zones: codes,
    zone_prices: codes.slice(0, 60).map((to, row) => ({ from: codeOf(10 * place), to, base: 600 + row })),
    hours: { mon: ["08:00-18:00"] },
  }));
  return { ...plainCard, zones, services };
}

test("a card of 300 zones and 20 services is a small page: one is open, and a fault opens where it is", async () => {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const card = regionCard();
  const id = await addFleet(server, "live", (await answer.json()).account.id, { status: "active" }, card);
  await page.goto(`${server.url}/dashboard/live/carriers/${id}/rate-card`);
  await settled(page);
  const countNodes = () => page.evaluate(() => document.querySelectorAll("*").length);
  const nodes = [await countNodes()];
  const zones = page.getByRole("region", { name: "Zones" });
  const services = page.getByRole("region", { name: "Services" });
  const controlOf = (title: string) => page.getByRole("button", { name: new RegExp(`^${title}\\b`) });
  const openGroups = (what: string) => page.getByRole("group", { name: new RegExp(`^${what} \\d+$`) });

  // By keyboard: what is typed finds a zone by its code, or by a whole postal code that it holds.
  const search = zones.getByRole("searchbox", { name: "Search zones" });
  await expect(zones.getByRole("status")).toHaveText("1–10 of 300 zones");
  await zones.getByRole("button", { name: "Next zones" }).click();
  await expect(controlOf("zone_10")).toBeVisible();
  await search.fill("22114");
  await expect(zones.getByRole("status")).toHaveText("1 found");
  await search.press("Enter");
  const prefixes = page.getByRole("textbox", { name: "Postal codes begin with" });
  await expect(openGroups("Zone")).toHaveAccessibleName("Zone 212");
  await prefixes.fill("1211 2211 99");
  nodes.push(await countNodes());
  await search.fill("nowhere");
  await expect(zones.getByRole("status")).toHaveText("No matching zones");
  await expect(prefixes).toHaveValue("1211 2211 99");
  await search.fill("zone_25");
  await controlOf("zone_250").click();
  await expect(openGroups("Zone")).toHaveAccessibleName("Zone 251");
  await prefixes.fill("??");
  await controlOf("zone_251").click();
  await search.fill("zone_211");
  await controlOf("zone_211").click();
  await expect(prefixes).toHaveValue("1211 2211 99");
  await prefixes.fill("1211 2211 ?");

  await services.getByRole("searchbox", { name: "Search services" }).fill("service 7");
  await controlOf("Service 7").click();
  const service = openGroups("Service");
  await expect(service.getByText("300 zones. Choose one again to take it out.")).toBeVisible();
  await expect(service.getByText("288 more")).toBeVisible();
  await service.locator("summary").filter({ hasText: "Base price by zones" }).click();
  await service.getByRole("button", { name: "Next zone prices" }).click();
  await service.getByRole("button", { name: "Next zone prices" }).click();
  await service
    .getByRole("group", { name: "Zone price 13" })
    .getByRole("textbox", { name: "Base price" })
    .fill("-1");
  await service.getByRole("button", { name: "Next zone prices" }).click();
  await service.locator("summary").filter({ hasText: "Opening hours" }).click();
  await service.getByRole("textbox", { name: "Monday from" }).fill("late");
  nodes.push(await countNodes());
  expect(await findBarriers(page)).toEqual([]);
  await controlOf("Service 8").click();
  await controlOf("zone_211").click();
  await expect(openGroups("Zone")).toHaveCount(0);
  await search.fill("");

  // The faults of what is closed: the first zone and the first service open, and the first field has the focus.
  await page.getByRole("button", { name: "Save rate card" }).click();
  await expect(openGroups("Zone")).toHaveAccessibleName("Zone 212");
  await expect(prefixes).toBeFocused();
  await expect(prefixes).toHaveValue("1211 2211 ?");
  await expect(openGroups("Service")).toHaveAccessibleName("Service 8");
  await expect(
    service.getByRole("group", { name: "Zone price 13" }).getByRole("textbox", { name: "Base price" }),
  ).toHaveAttribute("aria-invalid", "true");
  await expect(service.getByRole("textbox", { name: "Monday from" })).toHaveAttribute("aria-invalid", "true");
  await search.fill("zone_250");
  await expect(controlOf("zone_250")).toHaveAccessibleName(/1 wrong field/);
  nodes.push(await countNodes());
  expect(nodes.filter((count) => count > nodesMax)).toEqual([]);
  await expectGood(page, "rate-card-of-a-region");
  await page.setViewportSize({ width: 1280, height: 860 });

  await prefixes.fill("1211 2211 99");
  await controlOf("zone_250").click();
  await prefixes.fill("99");
  await service
    .getByRole("group", { name: "Zone price 13" })
    .getByRole("textbox", { name: "Base price" })
    .fill("7");
  await service.getByRole("textbox", { name: "Monday from" }).fill("9");
  await page.getByRole("button", { name: "Save rate card" }).click();
  await expect(page.getByText("Saved as version 2.")).toBeVisible();
  const headers = { "x-environment": "live" };
  const stored = await page.request.get(`${server.url}${platform}/carriers/${id}/rate-card`, { headers });
  const { version: _version, ...saved } = await stored.json();
  const wanted = structuredClone(card);
  const [near, far, priced] = [wanted.zones[211], wanted.zones[250], wanted.services[7]];
  if (near && far && priced?.zone_prices?.[12]) {
    near.postal_prefixes = ["1211", "2211", "99"];
    far.postal_prefixes = ["99"];
    priced.zone_prices[12].base = 700;
    priced.hours = { mon: ["09:00-18:00"] };
  }
  expect(saved).toEqual(wanted);
  expect(faultsOf(page.witness, server).filter((fault) => !fault.includes("422"))).toEqual([]);
});
