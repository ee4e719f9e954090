import { afterAll, beforeAll } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser/browser.ts";
import { expect, password } from "../browser/dashboard.ts";
import { portOf } from "../support/example-carrier.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import { testWith } from "../support/test-with.ts";
import { type Serving, serve } from "./executable.ts";

/** Somebody connects the guide's carrier on the dashboard of the compiled executable, as the guide says it. */

const cwd = mkdtempSync(join(tmpdir(), "waybill-live-dashboard-"));
let serving: Serving;
let browser: Browser | undefined;
let carrier: Bun.Subprocess | undefined;
beforeAll(async () => {
  const env = {
    WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    WAYBILL_LOG_LEVEL: "error",
    WAYBILL_SECRET_KEY: Buffer.alloc(32, 8).toString("base64"),
  };
  serving = await serve(join(cwd, "data"), { cwd, env });
});
afterAll(async () => {
  carrier?.kill();
  await browser?.close();
  serving.kill("SIGTERM");
  await Promise.all([carrier?.exited, serving.exited]);
  rmSync(cwd, { recursive: true });
});

testWith(
  "chromium",
  "a live account connects the example carrier, accepts its offer beside its fleet's, and follows it to proof, label and charge",
  async () => {
    browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
    const url = (path: string) => `${serving.url}/dashboard/live${path}`;
    const button = (name: string) => page.getByRole("button", { name });
    const box = (name: string) => page.getByRole("textbox", { name });
    const shown = async (pattern: RegExp) => (await page.getByText(pattern).first().textContent()) ?? "";
    const addCarrier = async (kind: string, name: string, code: string) => {
      await page.goto(url("/carriers"));
      await page.getByRole("link", { name: "Add carrier" }).first().click();
      await page.getByRole("combobox", { name: "Kind of carrier" }).click();
      await page.getByRole("option", { name: kind }).click();
      await box("Name").fill(name);
      await box("Code").fill(code);
    };
    const signedUp = await page.request.post(`${serving.url}/api/v1/auth/sign-up`, {
      data: { email: "live@example.com", password, account_name: "Book shop" },
    });
    expect(signedUp.status()).toBe(201);

    await addCarrier("Own fleet", "City Riders", "city_riders");
    await button("Add carrier").click();
    await button("Fill with example").click();
    await button("Add rate card").click();
    await expect(page.getByText("Saved as version 1.")).toBeVisible();

    const port = freePort();
    await addCarrier("Own server", "Fast Post", "fast_post");
    await box("Base URL").fill(`http://127.0.0.1:${port}`);
    await button("Add carrier").click();
    const secret = await shown(/^whsec_\S{40,}$/);
    await button("I have copied it").click();
    await page.getByRole("link", { name: "Tokens" }).click();
    await button("Create a token").first().click();
    await box("Name").fill("Server");
    await button("Create token").click();
    const [token = ""] = /wbc_live_\w{30,}/.exec(await shown(/wbc_live_\w{30,}/)) ?? [];
    await button("I have copied it").click();
    const spawned = Bun.spawn([process.execPath, "examples/carrier.mjs"], {
      env: {
        ...process.env,
        PORT: String(port),
        LEDGER: join(cwd, "bookings.jsonl"),
        STEP_SECONDS: "0.5",
        WAYBILL_URL: serving.url,
        WAYBILL_SECRET: secret,
        WAYBILL_TOKEN: token,
      },
      stdout: "pipe",
    });
    carrier = spawned;
    expect(await portOf(spawned.stdout)).toBe(port);
    await page.getByRole("link", { name: "Health" }).click();
    await button("Check now").click();
    await expect(page.getByText("The carrier made one offer.")).toBeVisible();
    await expect(page.getByRole("img", { name: "Failed" })).toBeHidden();

    const created = await page.request.post(`${serving.url}${platform}/shipments`, {
      data: shipmentBody(),
      headers: { "sec-fetch-site": "same-origin", "x-environment": "live" },
    });
    const { id } = await created.json();
    await page.goto(url(`/shipments/${id}`));
    await expect(button("Accept quote from City Riders")).toBeVisible();
    await button("Accept quote from Fast Post").click();
    // The page follows the carrier's own reports to the end.
    await expect(page.getByText("Fast Post confirmed the booking.")).toBeVisible();
    await expect(page.getByText("The goods were delivered.")).toBeVisible();
    await expect(page.getByText("Received by")).toBeVisible();

    await expect(button("Label")).not.toHaveAttribute("aria-disabled", "true");
    const label = await button("Label").getAttribute("href");
    const document = await page.request.get(new URL(label ?? "", serving.url).href);
    expect([document.status(), document.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    await page.getByRole("link", { name: "Charges" }).click();
    const charges = page.getByRole("region", { name: "Charges" });
    await expect(charges.getByText("Your carrier")).toBeVisible();
    const downloading = page.waitForEvent("download");
    await button("Download CSV").click();
    expect(readFileSync(await (await downloading).path(), "utf8")).toContain(`,${id},`);
    const books = readFileSync(join(cwd, "bookings.jsonl"), "utf8").split("\n").filter(Boolean);
    expect(new Set(books.map((line) => JSON.parse(line).job.shipment_id))).toEqual(new Set([id]));
  },
);
