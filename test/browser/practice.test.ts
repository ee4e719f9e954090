import { test } from "bun:test";
import { addDriver } from "../support/drivers.ts";
import { addOpenFleet } from "../support/fleets.ts";
import { addPerson } from "../support/people.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, settled, startDashboard } from "./dashboard.ts";

/** A dispatcher practices a busy hour with the firm's own riders and prices. */

const { server, enter } = await startDashboard({});

test("a dispatcher begins in live, practices in the sandbox, reads what came of it, and clears it", async () => {
  const page = await enter();
  const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
  const carrierId = await addOpenFleet(server, account.id, { dispatch: "nearest" }, "live");
  for (const name of ["Ana Real", "Ben Real", "Cem Real"]) {
    await addDriver(server, "live", account.id, { carrierId, name });
  }
  const { cookie } = await addPerson(server, account.id, "dispatcher");
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: server.url }]);
  await page.goto(`${server.url}/dashboard/live/dispatch`);
  await page.getByRole("button", { name: "Practice", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Practice a busy hour" });
  await expect(dialog.getByRole("button", { name: "Start practice" })).toBeEnabled();
  await expectGood(page, "practice-start");
  await dialog.getByRole("button", { name: "Start practice" }).click();

  await expect(page).toHaveURL(/\/sandbox\/dispatch$/);
  const notice = page.getByRole("status").filter({ hasText: "You practice: nothing here is delivered." });
  await expect(notice).toContainText(/of 12 orders have come/);
  await expect(page.getByRole("region", { name: "Drivers" }).getByText("Ana R.").first()).toBeVisible();
  await settled(page);
  await expectGood(page, "practice-hour");
  await notice.getByRole("button", { name: "End practice" }).click();
  const over = page.getByRole("status").filter({ hasText: "The practice is over." });
  await expect(over).toContainText(
    /\d+ orders?: \d+ given to a rider, \d+ delivered, \d+ late, \d+ unassigned\./,
  );
  await expectGood(page, "practice-over");
  await over.getByRole("button", { name: "Clear practice" }).click();
  await expect(page.getByText("The practice is gone.")).toBeVisible();
  await expect(over).toHaveCount(0);
  await expect(page.getByText("Ana R.")).toHaveCount(0);

  await page.goto(`${server.url}/dashboard/live/drivers`);
  await expect(page.getByText("Ana Real")).toBeVisible();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a viewer has no button, and an account without riders is told what it needs", async () => {
  const page = await enter();
  const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
  await page.goto(`${server.url}/dashboard/live/dispatch`);
  const button = page.getByRole("button", { name: "Practice", exact: true });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Practice a busy hour" });
  await expect(dialog.getByText("It needs a fleet of yours in Live")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Start practice" })).toBeDisabled();
  const { cookie } = await addPerson(server, account.id, "viewer");
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: server.url }]);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Dispatch" }).waitFor();
  await settled(page);
  await expect(button).toHaveCount(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
