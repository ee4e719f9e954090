import { expect as expectValue, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDriver } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Client } from "../support/harness.ts";
import { findBarriers, findColorBarriers, photograph, photographPhone } from "./appearance.ts";
import { expect, faultsOf, issueKey, standstill, startDashboard } from "./dashboard.ts";
import { connect, environment, linkOf, network, phone, syncNow, tap } from "./phone.ts";

/** What a dispatcher decides reaches the rider's phone, and the board says so. */

const dashboard = await startDashboard();
const { server, enter, open, openWindow } = dashboard;

const card = (page: Page, name: string) => page.getByRole("region", { name });
const assign = (client: Client, assignmentId: string, driver_id: string) =>
  client.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id });

/** An account's dispatcher at the board, and a rider of the account with a connected phone. */
async function startShift() {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const accountId: string = (await answer.json()).account.id;
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  const driver = await addDriver(server, environment, accountId, {
    carrierId: fleet,
    name: "Kim Berger",
    onDuty: true,
  });
  const ridersPage = await openWindow(phone);
  const account = { accountId } as Parameters<typeof linkOf>[1];
  await connect(ridersPage, await linkOf(server, account, driver));
  return { page, client, fleet, driver, ridersPage };
}

test("a job reaches the phone and is seen, a note too, and a cancellation that was tapped in a cellar", async () => {
  const { page, client, fleet, driver, ridersPage } = await startShift();
  await open(page, `/dispatch?driver=${driver.id}`);
  const told = page.getByRole("region", { name: "Told" });
  const first = await acceptFleet(client, fleet, { reference: "ORD-1" });
  const second = await acceptFleet(client, fleet, { reference: "ORD-2" });
  for (const { assignmentId } of [first, second]) await assign(client, assignmentId, driver.id);
  await syncNow(ridersPage);

  const jobs = card(ridersPage, "New jobs");
  await expect(jobs.getByRole("listitem")).toHaveCount(2);
  await expect(told.getByText(/^Reached the phone/)).toHaveCount(2);
  await expect(page.getByRole("button", { name: /Kim Berger.* 2 not seen/ })).toBeVisible();
  await standstill(ridersPage);
  expectValue(await findBarriers(ridersPage)).toEqual([]);
  await photographPhone(ridersPage, "driver-new-jobs");
  expectValue(await findColorBarriers(ridersPage)).toEqual([]);
  await tap(ridersPage, "Seen");
  await expect(jobs).toHaveCount(0);
  await expect(told.getByText(/^Seen/)).toHaveCount(2);
  await expect(page.getByRole("button", { name: /Kim Berger/ })).not.toHaveText(/not seen/);

  // A phone with a network has the note sooner than anybody reads that it has not.
  await ridersPage.context().setOffline(true);
  await page.getByLabel("Note to the driver").fill("Use the side door today.");
  await page.getByRole("button", { name: "Send note" }).click();
  await expect(told).toContainText("Note: Use the side door today. Not on the phone since");
  await expect(page.getByLabel("Note to the driver")).toHaveValue("");
  await ridersPage.context().setOffline(false);
  await expect(card(ridersPage, "From your dispatcher")).toContainText("Use the side door today.");
  await client.post(`${platform}/shipments/${second.id}/cancellation`, {});
  await syncNow(ridersPage);
  await expect(card(ridersPage, "No longer yours")).toContainText("Torstr. 1, Berlin");
  await photograph(page, "dispatch-told");
  await page.bringToFront();
  expectValue(await findBarriers(page)).toEqual([]);

  // In a cellar: the tap is kept, over a new start of the page too.
  await ridersPage.evaluate(() => navigator.serviceWorker.ready);
  await ridersPage.context().setOffline(true);
  await card(ridersPage, "No longer yours").getByRole("button", { name: "Seen" }).click();
  await expect(card(ridersPage, "No longer yours")).toHaveCount(0);
  await ridersPage.reload();
  await card(ridersPage, "From your dispatcher").waitFor();
  await expect(card(ridersPage, "No longer yours")).toHaveCount(0);
  await expect(network(ridersPage)).toHaveText("No network. 1 step waits and will be sent later.");
  await ridersPage.context().setOffline(false);
  await expect(told.getByText(/^Seen/)).toHaveCount(3);
  await expect(told.getByText(/^Job taken away/)).toContainText("Seen");
  expectValue(faultsOf(page.witness, server)).toEqual([]);
});
