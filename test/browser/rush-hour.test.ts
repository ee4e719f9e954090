import { test } from "bun:test";
import { findBarriers, photograph } from "./appearance.ts";
import { expect, faultsOf, startDashboard } from "./dashboard.ts";

/** Somebody who has never dispatched sees a busy hour begin, and ends it. */

const { server, enter, open } = await startDashboard();

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
