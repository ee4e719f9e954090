import { expect as expectValue, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDriver } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Client } from "../support/harness.ts";
import { expectGood, findBarriers, findColorBarriers, photographPhone } from "./appearance.ts";
import { expect, faultsOf, issueKey, settled, standstill, startDashboard } from "./dashboard.ts";
import { connect, environment, heading, linkOf, phone, pickedUpAt, syncNow, tap } from "./phone.ts";

/** A shop calls: goods that are on their way come back, or go on, or are handed over before anybody knew. */

const { server, enter, open, openWindow } = await startDashboard();

const card = (page: Page, name: string) => page.getByRole("region", { name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** An account's dispatcher, and a rider of the account with a connected phone, who has picked these shipments up. */
async function startShift(...changes: Record<string, unknown>[]) {
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
  const jobs = [];
  for (const change of changes) {
    const job = await acceptFleet(client, fleet, change);
    await client.post(`${platform}/assignments/${job.assignmentId}/driver`, { driver_id: driver.id });
    const at = new Date(server.deps.clock.now()).toISOString();
    const taken = { id: `up-${jobs.length}`, at, assignment_id: job.assignmentId };
    const report = [{ ...taken, type: "progress", substatus: "picked_up" }];
    await client.post(`${platform}/carriers/${fleet}/reports`, report);
    jobs.push(job);
  }
  const riders = await openWindow(phone);
  const account = { accountId } as Parameters<typeof linkOf>[1];
  await connect(riders, await linkOf(server, account, driver));
  await tap(riders, "Seen");
  return { page, client, driver, riders, jobs };
}

const statusOf = async (client: Client, id: string): Promise<string> =>
  (await client.get(`${platform}/shipments/${id}`)).body.status;

async function askBack(page: Page, reason: string): Promise<void> {
  await button(page, "Bring it back…").click();
  await page
    .getByRole("dialog", { name: /^Bring ORD-\w+ back$/ })
    .getByLabel("Reason")
    .fill(reason);
  await button(page, "Bring it back").click();
}

test("a recall from the shipment's page reaches the rider, who has seen it, and the goods go on after all", async () => {
  const { page, client, riders, jobs } = await startShift({ reference: "ORD-1" });
  const [job] = jobs;
  if (!job) throw new Error("There is no job");
  await open(page, `/shipments/${job.id}`);
  await riders.context().setOffline(true);
  await askBack(page, "The shop packed the wrong order.");
  const asked = card(page, "On the way");
  await expect(asked).toContainText("Asked to bring it back");
  await expect(asked).toContainText("It is not on Kim B.’s phone yet.");
  await riders.context().setOffline(false);
  await syncNow(riders);
  const told = card(riders, "Bring it back");
  await expect(told).toContainText("The shop packed the wrong order.");
  await expect(asked).toContainText("Kim B. has not seen it.");
  await expectGood(page, "recall-asked");
  await standstill(riders);
  expectValue(await findBarriers(riders)).toEqual([]);
  await photographPhone(riders, "driver-recall");
  expectValue(await findColorBarriers(riders)).toEqual([]);

  await told.getByRole("button", { name: "Seen" }).click();
  await expect(told).toHaveCount(0);
  await riders.getByText("Bring back · Next stop").waitFor();
  const back = card(page, "On the way back");
  await expect(back).toBeVisible();
  await expect(page.getByRole("status").getByText("The shop packed the wrong order.")).toBeVisible();
  await button(page, "Go on with the delivery…").click();
  await page.getByRole("dialog").getByLabel("Reason").fill("The shop was wrong.");
  await expectGood(page, "recall-go-on");
  await button(page, "Go on with the delivery").click();
  await expect(button(page, "Bring it back…")).toBeVisible();
  await syncNow(riders);
  await card(riders, "Deliver it after all").getByRole("button", { name: "Seen" }).click();
  await riders.getByText("Deliver · Next stop").waitFor();
  expectValue(await statusOf(client, job.id)).toBe("in_transit");
  expectValue(faultsOf(page.witness, server)).toEqual([]);
});

test("on Dispatch a recall is taken back, and said for a rider who was called", async () => {
  const { page, client, riders, jobs } = await startShift({ reference: "ORD-2" });
  const [job] = jobs;
  if (!job) throw new Error("There is no job");
  await open(page, `/dispatch?shipment=${job.id}`);
  await askBack(page, "Wrong order.");
  await button(page, "Go on with the delivery").click();
  await expect(button(page, "Bring it back…")).toBeVisible();
  await askBack(page, "Wrong order after all.");
  await expect(button(page, "Kim B. knows")).toBeVisible();
  await expectGood(page, "recall-dispatch");
  await button(page, "Kim B. knows").click();
  await expect(button(page, "Go on with the delivery…")).toBeVisible();
  expectValue(await statusOf(client, job.id)).toBe("returning");
  await syncNow(riders);
  await riders.getByText("Bring back · Next stop").waitFor();
  await expect(card(riders, "Bring it back")).toHaveCount(0);
  expectValue(faultsOf(page.witness, server)).toEqual([]);
});

test("a handover that was tapped in a cellar before the recall was seen wins", async () => {
  const { client, riders, jobs } = await startShift({});
  const [job] = jobs;
  if (!job) throw new Error("There is no job");
  await client.post(`${platform}/shipments/${job.id}/recall`, { reason: "Wrong order." });
  await syncNow(riders);
  await card(riders, "Bring it back").waitFor();
  await riders.context().setOffline(true);
  await tap(riders, "Arrived");
  await tap(riders, "Hand over");
  await tap(riders, "Delivered");
  await heading(riders, "No stops").waitFor();
  await card(riders, "Bring it back").getByRole("button", { name: "Seen" }).click();
  await heading(riders, "No stops").waitFor();
  // Somebody called in vain and believed the goods on their way back.
  await client.post(`${platform}/shipments/${job.id}/recall/seen`, {});
  expectValue(await statusOf(client, job.id)).toBe("returning");
  await riders.context().setOffline(false);
  await expect(riders.locator(".network")).toHaveText("");
  await expect.poll(() => statusOf(client, job.id)).toBe("delivered");
  await heading(riders, "No stops").waitFor();
});

test("nobody is there: the rider tries again later, and the next stop comes up", async () => {
  const { page, client, riders, jobs } = await startShift(
    { reference: "ORD-A" },
    pickedUpAt(7, { reference: "ORD-B", delivery: elsewhere("Skalitzer Str. 7") }),
  );
  const [first] = jobs;
  if (!first) throw new Error("There is no job");
  await riders.getByText("ORD-A").first().waitFor();
  await riders.context().setOffline(true);
  await tap(riders, "Try again later");
  await riders.getByLabel("In an hour").check();
  await standstill(riders);
  expectValue(await findBarriers(riders)).toEqual([]);
  await photographPhone(riders, "driver-later");
  await tap(riders, "Send");
  await expect(heading(riders, "Bo Weber")).toBeVisible();
  const list = card(riders, "More stops");
  await expect(list).toContainText(/again .*\d:\d\d/);
  await riders.context().setOffline(false);
  await expect(riders.locator(".network")).toHaveText("");
  await expect(list).toContainText(/again .*\d:\d\d/);
  await photographPhone(riders, "driver-again");
  await open(page, `/shipments/${first.id}`);
  await settled(page);
  await expect(page.getByRole("status").getByText(/^Next attempt/)).toBeVisible();
  const { tracking_url: url } = (await client.get(`${platform}/shipments/${first.id}`)).body;
  await page.goto(url);
  await expect(page.locator(".eta")).toBeVisible();
});

function elsewhere(line1: string) {
  return {
    contact: { name: "Bo Weber", phone: "+4930111333" },
    address: { line1, city: "Berlin", postal_code: "10997", country: "DE" },
  };
}
