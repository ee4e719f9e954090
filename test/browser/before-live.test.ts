import { expect as expectNow, test } from "bun:test";
import { audience } from "../../src/infra/public-address.ts";
import { addDriver } from "../support/drivers.ts";
import { createShipment } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, signUpOperator, startDashboard } from "./dashboard.ts";

/** What is missing before people rely on an installation, on the operator's overview. */

const { server, openWindow } = await startDashboard({});
audience(server.deps).isPeople = true;
const page = await openWindow();
await signUpOperator(page, server);
const overview = `${server.url}/dashboard/sandbox/operator`;
const section = page.getByRole("region", { name: "Before you go live" });
const lines = section.getByRole("listitem");

/** What was found is good for some seconds. */
const untilFound = (isSo: (needs: { is_urgent: boolean }[]) => boolean) =>
  eventually("the needs to be looked for again", async () => {
    const answer = await page.request.get(`${server.url}/api/v1/operator/needs`);
    return isSo((await answer.json()).data) || undefined;
  });

test("a fresh local installation lists what ends each, and alarms nobody", async () => {
  await page.goto(overview);
  await expect(lines).toHaveCount(7);
  await expect(lines.first()).toContainText("Only this machine can open Waybill");
  await expect(lines.first()).toContainText("WAYBILL_DOMAIN=waybill.example.com");
  await expect(
    lines.filter({ hasText: "No geocoder is set" }).getByRole("link", { name: "Read how" }),
  ).toHaveAttribute("href", "/docs/guides/street-addresses");
  await expect(page.getByRole("region", { name: "Installation" })).toContainText("OK");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectGood(page, "before live");
  await page.getByRole("link", { name: "Open Your sign-in" }).click();
  await page
    .getByRole("heading", { name: /second factor/i })
    .first()
    .waitFor();
});

test("what somebody leaves as it is says who and when, and can be shown again", async () => {
  await page.goto(overview);
  await page.getByRole("button", { name: "Leave as it is: Maps show no streets." }).click();
  await section.getByText("1 left as it is").click();
  await expect(section.getByText(/^Left as it is by .+@example\.com, /)).toBeVisible();
  await page.getByRole("button", { name: /^Leave as it is: No SMTP server/ }).click();
  await expect(section.getByText("2 left as they are")).toBeVisible();
  await page.getByRole("button", { name: "Show again: Maps show no streets." }).click();
  await expect(page.getByRole("button", { name: "Leave as it is: Maps show no streets." })).toBeVisible();
  expectNow(faultsOf(page.witness, server)).toEqual([]);
});

test("a link that no phone could open is made in live only for who wants it", async () => {
  const { driverId } = await addDriver(server, "live", null);
  await page.goto(`${server.url}/dashboard/live/operator/drivers/${driverId}`);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("alert")).toContainText("No phone can open this installation");
  await page.getByRole("button", { name: "Create it for this machine" }).click();
  await expect(page.getByText(`The phone opens ${server.url}.`)).toBeVisible();
});

test("after the first live shipment the address and the backup are urgent, on every page", async () => {
  await createShipment((await server.account()).live);
  await untilFound((needs) => needs[0]?.is_urgent === true);
  await page.goto(overview);
  await expect(page.getByRole("alert")).toContainText("Only this machine can open Waybill");
  await expect(page.getByRole("alert")).toContainText("no backup is on another file system");
  await expect(lines.filter({ hasText: "Urgent" })).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Installation" })).toContainText("Needs you");
});

test("nothing is said where everything was left, but what was, and nothing where all is set", async () => {
  const leave = page.getByRole("button", { name: /^Leave as it is/ });
  for (let open = await leave.count(); open > 0; open -= 1) {
    await leave.first().click();
    await expect(leave).toHaveCount(open - 1);
  }
  await expect(section).toContainText("You left everything here as it is.");
  await expect(page.getByRole("region", { name: "Installation" })).toContainText("OK");
  audience(server.deps).isPeople = false;
  await untilFound((needs) => needs.length === 0);
  await page.reload();
  await expect(page.getByRole("region", { name: "Installation" })).toBeVisible();
  await expect(section).toHaveCount(0);
});
