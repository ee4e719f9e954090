import { test } from "bun:test";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { platform } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import { findBarriers, photographPhone } from "./appearance.ts";
import { expect, startDashboard } from "./dashboard.ts";
import { connect, heading, linkOf, network, phone, startDay, stored, takePhoto, tap } from "./phone.ts";

/** A phone at an address that browsers do not take for secure. */

const port = freePort();
const origin = `http://0.0.0.0:${port}`;
const dashboard = await startDashboard({ port, publicUrl: origin });
const { server, openWindow } = dashboard;

test("over plain http the driver learns what cannot work, not to change the browser's settings, and delivers all the same", async () => {
  const delivery = { ...shortShipment.delivery, requirements: { photo: true } };
  const { account, driver, jobs } = await startDay(dashboard, [{ delivery }]);
  const page = await openWindow({ ...phone, viewport: { width: 390, height: 844 }, permissions: [] });
  const link = await linkOf(server, account, driver);
  await page.goto(link);
  const notice = page.getByText("Your dispatcher must set up HTTPS.");
  await expect(notice).toContainText("plain http");
  await connect(page, link);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await page.getByRole("switch").click();
  await page.getByRole("switch", { name: "On duty" }).waitFor();
  await expect(notice).toContainText("plain http");
  await expect(page.getByText("browser’s settings")).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  await photographPhone(page, "driver-plain-http");

  await tap(page, "Arrived");
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await tap(page, "Picked up");
  await tap(page, "Arrived");
  await tap(page, "Hand over");
  await takePhoto(page);
  await expect.poll(async () => (await stored(page)).pictures).toBe(1);
  await page.keyboard.press("Escape");
  await page.reload();
  await tap(page, "Hand over");
  await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await tap(page, "Delivered");
  await heading(page, "No stops").waitFor();
  await expect(network(page)).toHaveText("");
  const { body } = await account.sandbox.get(`${platform}/tracking/${jobs[0]?.id}`);
  expect([body.status, body.proof_of_delivery.photos.length]).toEqual(["delivered", 1]);
});
