import { test } from "bun:test";
import type { WebhookReading } from "../../src/delivery/carriers/carrier-webhook.ts";
import { platform } from "../support/fixtures.ts";
import { playKind } from "../support/played-kind.ts";
import { expectGood } from "./appearance.ts";
import { expect, signUpOperator, startDashboard } from "./dashboard.ts";

/** Somebody connects a carrier that sends webhooks, and sees what becomes of them. */

const played = playKind();
/** What news of a tracker is to the carrier's adapter. */
let reading: WebhookReading = {
  kind: "refused",
  reason: "The signature does not match. Check the webhook secret in Settings.",
};
played.readWebhook = ({ body }) =>
  body.includes("tracker") ? reading : { kind: "ignored", reason: "The event names no shipment." };
const { server, enter, open, openWindow } = await startDashboard({}, { kinds: played.kinds });

test("the address is shown on request, and a webhook that failed is applied again", async () => {
  const page = await enter();
  const headers = { "sec-fetch-site": "same-origin", "x-environment": "sandbox" };
  const settings = { base_url: "https://example.com/waybill" };
  const data = { kind: "played", code: "parcels", name: "Parcels", settings };
  const { id } = await (
    await page.request.post(`${server.url}${platform}/carriers`, { data, headers })
  ).json();
  await open(page, `/carriers/${id}`);
  await page.locator("#page").getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("button", { name: "Show address" }).click();
  const address = (await page.locator("pre").textContent()) ?? "";
  expect(address).toContain(`/hooks/${id}/`);

  const send = async (body: object, url = address) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    return response.status;
  };
  expect(await send({ event: "batch.created" })).toBe(200);
  const kim = { event: "tracker.updated", result: { name: "Kim", api_key: "of-the-carrier" } };
  expect(await send(kim)).toBe(200);
  await page.reload();
  await expect(page.getByText("The event names no shipment.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Webhooks (1 failed)" })).toBeVisible();
  await page
    .getByRole("combobox", { name: "Status" })
    .or(page.getByRole("textbox", { name: "Status" }))
    .click();
  await page.getByRole("option", { name: "Failed" }).click();
  await page.keyboard.press("Escape");
  const list = page.getByRole("region", { name: "Webhooks" });
  await expect(list.getByRole("row")).toHaveCount(2);
  await expectGood(page, "carrier-hooks-failed");

  await list.getByRole("link").first().click();
  await expect(page.getByText("Check the webhook secret")).toBeVisible();
  await expect(page.getByLabel("Body", { exact: true }).last()).toContainText('"name": "Kim"');
  await expect(page.getByText("of-the-carrier")).toHaveCount(0);
  await expectGood(page, "carrier-hook-failed");
  // The settings were corrected.
  reading = { kind: "hint", booking: { trackingNumber: "1Z-unknown" } };
  await page.getByRole("button", { name: "Apply again" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Waiting" })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Dismissed" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Webhooks", exact: true })).toHaveCount(2);

  await page.goBack();
  await page.getByRole("button", { name: "Replace…" }).click();
  await page.getByRole("button", { name: "Replace address" }).click();
  await expect(page.locator("pre")).not.toHaveText(address);
  expect(await send(kim)).toBe(404);
  expect(await send(kim, (await page.locator("pre").textContent()) ?? "")).toBe(200);
});

test("the operator does the same for a carrier of the installation", async () => {
  const page = await openWindow();
  await signUpOperator(page, server);
  const headers = { "sec-fetch-site": "same-origin" };
  const settings = { base_url: "https://example.com/waybill" };
  const data = { kind: "played", code: "shared", name: "Shared", settings };
  const url = `${server.url}/api/v1/operator/carriers?environment=sandbox`;
  const { id } = await (await page.request.post(url, { data, headers })).json();
  await open(page, `/operator/carriers/${id}/hooks`);
  await page.getByRole("button", { name: "Show address" }).click();
  const address = (await page.locator("pre").textContent()) ?? "";
  const { status } = await fetch(address, { method: "POST", body: '{"event":"batch.created"}' });
  expect(status).toBe(200);
  await page.reload();
  await page.getByRole("region", { name: "Webhooks" }).getByRole("link").first().click();
  await expect(page.getByText("The event names no shipment.")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Dismissed" })).toBeVisible();
});
