import { test } from "bun:test";
import type { Locator } from "playwright-core";
import type { AttentionKind } from "../../src/delivery/fleet/attention/attention.ts";
import { systemClock } from "../../src/infra/clock.ts";
import { jobsAtRest } from "../support/clock.ts";
import { platform } from "../support/fixtures.ts";
import type { Answer } from "../support/harness.ts";
import { findBarriers, photograph } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard } from "./dashboard.ts";

/** Somebody who has never dispatched sees a busy hour begin, settles what goes wrong, and ends it. */

/** The machine's clock until a test moves it: a driver is silent after 15 minutes. */
let standsAt: number | undefined;
const clock = { ...systemClock, now: () => standsAt ?? systemClock.now() };

const { server, enter, open } = await startDashboard({}, { clock });

test("a rush hour begins on the shipments page, needs somebody on the dispatch page, and is ended there", async () => {
  const page = await enter();
  await open(page, "/shipments");
  const button = page.getByRole("button", { name: "Rush hour", exact: true });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Rush hour" });
  await dialog.getByLabel("Shipments").fill("600");
  await dialog.getByLabel("Speed").fill("60");
  await dialog.getByRole("button", { name: "Start rush hour" }).click();
  await expect(dialog.getByText("Must be at most 500.")).toBeVisible();
  await dialog.getByLabel("Shipments").fill("30");
  await dialog.getByLabel("Minutes").fill("1");
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start rush hour" }).click();

  await expect(page).toHaveURL(/\/sandbox\/dispatch$/);
  const drivers = page.getByRole("region", { name: "Drivers" });
  await expect(drivers.getByRole("button")).not.toHaveCount(0);
  const needsYou = page.getByRole("region", { name: "Needs you" });
  await expect(needsYou.getByText("Rush hour riders has no driver for it").first()).toBeVisible();
  await photograph(page, "rush-hour");

  await button.click();
  await expect(dialog.getByText("30 of 30 shipments have come.")).toBeVisible();
  await dialog.getByRole("button", { name: "End rush hour" }).click();
  await expect(page.getByText("The rush hour has ended.")).toBeVisible();
  await button.click();
  await expect(dialog.getByRole("button", { name: "Start rush hour" })).toBeVisible();

  await page.goto(`${server.url}/dashboard/live/shipments`);
  await expect(page.getByRole("heading", { name: "Shipments" })).toBeVisible();
  await expect(button).toHaveCount(0);
  expect(await faultsOf(page.witness, server)).toEqual([]);
});

/** The hour goes on by 5 seconds. Then it stands still. */
async function pass(): Promise<void> {
  standsAt = clock.now() + 5_000;
  await jobsAtRest(server.deps);
}

/** The hour goes on until `look` finds something. */
async function passUntil<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let steps = 0; steps < 400; steps += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pass();
  }
  throw new Error(`the hour never had ${what}`);
}

test("a dispatcher settles five troubles of a running rush hour by keyboard and mouse", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const get = async (path: string): Promise<Answer["body"]> => (await client.get(`${platform}${path}`)).body;
  const shipmentOf = (id: string) => get(`/shipments/${id}`);
  const needsYou = page.getByRole("region", { name: "Needs you" });
  const chosen = page.getByRole("region", { name: "Chosen" });
  /** The next trouble of that kind, with its row. */
  const trouble = async (kind: AttentionKind, title: string, isReady = async () => true) => {
    const id = await passUntil(kind, async () => {
      const [item] = (await get(`/attention?kind=${kind}`)).data;
      return item && (await isReady()) ? (item.shipment_id as string) : undefined;
    });
    const { reference } = await shipmentOf(id);
    return { id, reference, row: needsYou.getByRole("button", { name: `${reference} ${title}` }) };
  };
  const settled = async (row: Locator) => {
    await pass();
    await expect(row).toBeHidden();
  };
  /** Somebody can take a job. */
  const isAnybodyFree = async () => {
    const { data } = await get("/drivers?on_duty=true");
    return data.some((driver: Answer["body"]) => driver.active_assignments < driver.capacity.assignments);
  };
  const settings = { shipments: 60, minutes: 60, speed: 20, seed: "friday" };
  expect((await client.post(`${platform}/sandbox/rush-hour`, settings)).status).toBe(201);

  const stranded = await trouble("no_driver", "No driver", isAnybodyFree);
  await open(page, "/dispatch");
  await stranded.row.press("Enter");
  await chosen.getByRole("button", { name: "Assign to…" }).press("Enter");
  await page.locator("[role=menuitem]:focus").press("Enter");
  await expect(page.getByText(`${stranded.reference} assigned to`)).toBeVisible();
  await settled(stranded.row);
  expect((await shipmentOf(stranded.id)).assignment.driver).not.toBeNull();

  const unwanted = await trouble("no_offer", "No offer");
  await unwanted.row.click();
  await chosen.getByRole("button", { name: "Cancel shipment…" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel shipment" }).press("Enter");
  await settled(unwanted.row);
  expect((await shipmentOf(unwanted.id)).status).toBe("cancelled");

  const ending = await trouble("offers_ending", "Offers end");
  await ending.row.click();
  await chosen.getByRole("button", { name: "Accept the cheapest quote" }).click();
  await settled(ending.row);
  expect((await shipmentOf(ending.id)).status).toBe("assigned");

  const silent = await trouble("driver_silent", "Driver silent", isAnybodyFree);
  const before = (await shipmentOf(silent.id)).assignment.driver.name;
  await silent.row.click();
  await chosen.getByRole("button", { name: "Hand over to…" }).press("Enter");
  await page.locator("[role=menuitem]:focus").press("Enter");
  await expect(page.getByText(`${silent.reference} assigned to`)).toBeVisible();
  await settled(silent.row);
  expect((await shipmentOf(silent.id)).assignment.driver.name).not.toBe(before);

  const failed = await trouble("failed", "Failed");
  await failed.row.click();
  await chosen.getByRole("button", { name: "Dismiss" }).click();
  await settled(failed.row);
  const { data: left } = await get("/attention?kind=failed");
  expect(left.map((item: Answer["body"]) => item.shipment_id)).not.toContain(failed.id);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
