import { afterAll, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { unpackTar } from "modern-tar";
import { version } from "../../package.json";
import { changeAccount } from "../../src/access/accounts/operator/administration.ts";
import { chargeEvents } from "../../src/delivery/lifecycle/charges/events.ts";
import { type Backup, nameOf } from "../../src/infra/backups/backup.ts";
import { dayMs } from "../../src/infra/units.ts";
import { watchTroubles } from "../../src/operator/alarms/watching.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { startGeocoder } from "../support/geocoder.ts";
import { eventually, startServer } from "../support/harness.ts";
import { playS3, s3Bucket, s3Error, s3Key } from "../support/played-s3.ts";
import { startReceiver } from "../support/receiver.ts";
import { expectGood, photograph } from "./appearance.ts";
import { expect, faultsOf, password, settled, signUpOperator, startDashboard } from "./dashboard.ts";

/** What whoever runs the installation sees and does on the dashboard, and nobody else. */

const backupFolder = mkdtempSync(join(tmpdir(), "waybill-backups-"));
afterAll(() => rmSync(backupFolder, { recursive: true }));

const { server, openWindow, enter } = await startDashboard({ backupFolder });
const page = await openWindow();
await signUpOperator(page, server);

const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;

async function choose(account: string, what: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${account}` }).click();
  await page.getByRole("menuitem", { name: what }).click();
}

/** The row of an account, which is searched for by an email address. */
async function find(email: string) {
  await page.goto(urlOf("/operator/accounts"));
  await page.getByLabel("Search").fill(email);
  const rows = page.getByRole("table").getByRole("row");
  await page.waitForURL((url) => url.searchParams.get("q") === email);
  // The one below the head.
  await expect(rows).toHaveCount(2);
  return page.getByRole("row", { name: email });
}

test("the section is a link away, and lists every account", async () => {
  const { email } = await server.account();
  await page.goto(urlOf(""));
  await page.getByRole("link", { name: "Operator" }).click();
  await page.getByRole("heading", { name: "Operator" }).waitFor();
  await page.getByText("No account needs you").waitFor();
  await page.getByRole("link", { name: "Accounts", exact: true }).click();
  await page.getByRole("cell", { name: email }).waitFor();
  await expect(page).toHaveURL(urlOf("/operator/accounts"));
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Suspended" }).click();
  await page.getByText("No accounts match").waitFor();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("an account that is suspended has no key that works from then on, and all of them when restored", async () => {
  const account = await server.account();
  const status = async () => (await account.sandbox.get(`${platform}/shipments`)).status;
  const row = await find(account.email);
  expect(await status()).toBe(200);

  await choose("Test", "Suspend…");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 API keys stop working").waitFor();
  await dialog.getByText("1 user is signed out and cannot sign in").waitFor();
  const button = dialog.getByRole("button", { name: "Suspend account" });
  await expect(button).toBeDisabled();
  expect(await status()).toBe(200);
  await dialog.getByLabel(/Type Test/).fill("Test");
  await button.click();
  await row.getByText(/^Suspended/).waitFor();
  const refused = await account.sandbox.get(`${platform}/shipments`);
  expect([refused.status, refused.body.code]).toEqual([403, "account_suspended"]);
  expect((await account.session.get("/api/v1/auth/session")).status).toBe(403);

  await choose("Test", "Restore…");
  await page.getByRole("button", { name: "Restore account" }).click();
  await row.getByText("Active", { exact: true }).waitFor();
  expect(await status()).toBe(200);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("an account is moved to a tier, whose limits hold for its next request", async () => {
  const account = await server.account();
  const row = await find(account.email);
  await choose("Test", "Move to another tier…");
  const move = page.getByRole("button", { name: "Move account" });
  await expect(move).toBeDisabled();
  await page.getByRole("dialog").getByRole("combobox", { name: "Tier" }).click();
  await page.getByRole("option", { name: "free" }).click();
  await move.click();
  await row.getByRole("cell", { name: "free", exact: true }).waitFor();

  const { headers } = await account.sandbox.get(`${platform}/account`);
  expect(Number(headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
});

test("the limits of a tier are edited, and the API says what is wrong beside the field", async () => {
  const account = await server.account();
  expect(
    (
      await page.request.patch(`${server.url}/api/v1/operator/accounts/${account.accountId}`, {
        data: { tier: "growth" },
        headers: { "sec-fetch-site": "same-origin" },
      })
    ).status(),
  ).toBe(200);
  await page.goto(urlOf("/operator/tiers"));
  await choose("growth", "Edit…");
  const burst = page.getByLabel("Burst");
  await burst.fill("0");
  await page.getByRole("button", { name: "Save tier" }).click();
  await page.getByRole("dialog").getByText("Must be at least 1.").waitFor();
  await expect(burst).toHaveAttribute("aria-invalid", "true");

  await burst.fill("1e3");
  await page.getByRole("button", { name: "Save tier" }).click();
  await expect(burst).toHaveAccessibleDescription(/integer/);
  await expect(burst).toHaveValue("1e3");

  await burst.fill("7");
  await page.getByRole("button", { name: "Save tier" }).click();
  await page
    .getByRole("row", { name: /^growth/ })
    .getByRole("cell", { name: "7", exact: true })
    .waitFor();
  const { headers } = await account.sandbox.get(`${platform}/account`);
  expect(headers.get("x-ratelimit-limit")).toBe("7");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a tier is added with a price that its account sees, renamed, and removed when nobody has it", async () => {
  const account = await server.account();
  await page.goto(urlOf("/operator/tiers"));
  await page.getByRole("button", { name: "Add a tier" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("free");
  await dialog.getByLabel("Price per month").fill("29.999");
  await dialog.getByRole("button", { name: "Add tier" }).click();
  await dialog.getByText("Can be read in two ways: write 29999.00, or two decimals.").waitFor();
  await dialog.getByLabel("Price per month").fill("29");
  await dialog.getByRole("button", { name: "Add tier" }).click();
  await dialog.getByText("Is the name of another tier.").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("startup");
  await dialog.getByRole("button", { name: "Add tier" }).click();
  const row = page.getByRole("row", { name: /^startup/ });
  await row.getByRole("cell", { name: "€29.00" }).waitFor();
  await changeAccount(server.deps, account.accountId, { tier: "startup" });
  expect((await account.sandbox.get(`${platform}/account`)).body.tier_price).toEqual({
    amount: 2_900,
    currency: "EUR",
  });
  await choose("startup", "Edit…");
  await dialog.getByRole("textbox", { name: "Name" }).fill("starter");
  await dialog.getByRole("button", { name: "Save tier" }).click();
  await page.getByRole("row", { name: /^starter/ }).waitFor();
  expect((await account.sandbox.get(`${platform}/account`)).body.tier).toBe("starter");
  await page.getByRole("button", { name: "Actions for starter" }).click();
  await expect(page.getByRole("menuitem", { name: "Remove… (accounts have it)" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await changeAccount(server.deps, account.accountId, { tier: "scale" });
  await page.reload();
  await choose("starter", "Remove…");
  await dialog.getByRole("button", { name: "Remove tier" }).click();
  await expect(page.getByRole("row", { name: /^starter/ })).toHaveCount(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("carriers, jobs and storage are those that the API tells of", async () => {
  const read = async (what: string) =>
    (await page.request.get(`${server.url}/api/v1/operator/${what}`)).json();
  await page.goto(urlOf("/operator/carriers"));
  for (const { code } of (await read("carriers?environment=sandbox")).data)
    await page.getByText(code, { exact: true }).waitFor();

  await page.goto(urlOf("/operator/jobs"));
  const { data: jobs } = await read("jobs");
  expect(jobs.length).toBeGreaterThan(3);
  for (const { name } of jobs) await page.getByText(name, { exact: true }).first().waitFor();

  await page.goto(urlOf("/operator/storage"));
  await page.getByText(`Waybill ${version}`).waitFor();
  await settled(page);
  for (const name of ["accounts", "live", "sandbox", "telemetry"]) {
    await expect(page.getByText(name, { exact: true })).toHaveCount(1);
  }
  await expect(page.getByRole("progressbar")).toHaveCount(4);
});

test("storage shows the newest backup, and warns where there has been none for days", async () => {
  const part = page.getByRole("region", { name: "Backups", exact: true });
  await page.goto(urlOf("/operator/storage"));
  await part.getByText("No backups yet").waitFor();
  await expect(page.getByRole("alert")).toHaveCount(0);

  const take = part.getByRole("button", { name: "Back up now" });
  const released = Promise.withResolvers<void>();
  await page.route("**/operator/backups", async (route) => {
    if (route.request().method() === "POST") await released.promise;
    await route.continue();
  });
  await take.click();
  await expect(take).toBeDisabled();
  released.resolve();
  const rows = part.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(take).toBeEnabled();
  await page.unroute("**/operator/backups");
  await expect(part.getByRole("cell", { name: version, exact: true })).toBeVisible();
  await expect(part).toContainText(backupFolder);

  await part.getByRole("button", { name: /^Check the backup/ }).click();
  await part.getByText(/Can be restored/).waitFor();

  // The session was confirmed long ago, so the download asks for the password.
  await server.deps.stores.accounts.write((tx) => void tx.run(sql`UPDATE sessions SET confirmed_at = 0`));
  await part.getByRole("button", { name: /^Download the backup/ }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Password" }).fill(password);
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  const { path, manifest } = (await server.deps.backups.newest(server.deps.clock.now())) as Backup;
  expect((await download).suggestedFilename()).toBe(`${nameOf({ path })}.tar`);
  const archive = await unpackTar(readFileSync(await (await download).path()));
  expect(archive.map(({ header }) => header.name)).toContain(`${nameOf({ path })}/live.db`);

  const taken_at = new Date(Date.parse(manifest.taken_at) - 3 * dayMs).toISOString();
  const file = join(path, "backup.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), taken_at }));
  await expect(page.getByRole("alert")).toHaveText(/No backup in the last two days/);
  await part.getByRole("cell", { name: "3 days ago" }).waitFor();

  // Wherever the operator is.
  await page.goto(urlOf("/shipments"));
  await expect(page.getByRole("alert")).toHaveText(/No backup in the last two days/);
  await page.getByRole("link", { name: "View storage" }).click();
  await expect(page).toHaveURL(urlOf("/operator/storage"));
});

test("settings show what is set and who is told; a test alarm says what became of it", async () => {
  const receiver = startReceiver();
  const alarmSecret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const own = await startServer({ config: { alarmUrl: receiver.url, alarmSecret } });
  const window = await openWindow();
  await signUpOperator(window, own);
  await window.goto(`${own.url}/dashboard/sandbox/operator`);
  await window.getByRole("navigation", { name: "Operator" }).getByRole("link", { name: "Settings" }).click();
  const alarms = window.getByRole("region", { name: "Alarms", exact: true });
  await alarms.getByText(new URL(receiver.url).host).waitFor();
  await alarms.getByText("No alarms").waitFor();
  receiver.answer = () => new Response(null, { status: 500 });
  await alarms.getByRole("button", { name: "Send a test" }).click();
  await alarms.getByText("Webhook: The receiver responded with 500.").waitFor();
  receiver.answer = () => new Response("ok");
  await alarms.getByRole("button", { name: "Send a test" }).click();
  await alarms.getByText("Webhook: the test was sent.").waitFor();
  expect(receiver.received[1]?.event.data.state).toBe("test");
  own.deps.stores.noteDamage("sandbox");
  await eventually("an alarm", async () => {
    await watchTroubles(own.deps, own.deps.clock.now());
    return receiver.received.length > 2 || undefined;
  });
  await window.reload();
  await alarms.getByText("Damaged databases: sandbox. Check the log.").waitFor();
  await alarms.getByText("Goes on").waitFor();
  await settled(window);
  const mail = window.getByRole("region", { name: "Email" });
  await expect(mail).toContainText("Not set up");
  const row = window.getByRole("row", { name: /^backup-keep/ });
  await expect(row.getByRole("cell", { name: "Default" })).toBeVisible();
  expect(faultsOf(window.witness, own)).toEqual([]);
  await own.stop();
  await receiver.stop();
});

test("settings show what the geocoder found of the addresses, and its last errors", async () => {
  const geocoder = await startGeocoder();
  const own = await startServer({ config: { geocoderUrl: geocoder.url, geocoderPerSecond: 1_000 } });
  const window = await openWindow();
  await signUpOperator(window, own);
  const part = window.getByRole("region", { name: "Street addresses" });
  await window.goto(`${own.url}/dashboard/sandbox/operator/settings`);
  await part.getByText("Set up, not used yet").waitFor();
  const { live } = await own.account();
  const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
  const stop = { contact: { name: "Alex Example" }, address };
  await live.post(`${platform}/shipments`, shipmentBody({ pickup: stop, delivery: stop }));
  await eventually("the answer", () => geocoder.open === 0 && geocoder.asked.length === 1);
  await window.reload();
  await part.getByText("1 at the house").waitFor();
  await part.getByText("Works").waitFor();
  await part.getByText("While somebody types").waitFor();
  await part.getByText("Data © OpenStreetMap contributors").waitFor();
  geocoder.play = "error";
  for (const _ of [1, 2, 3]) await live.post(`${platform}/geocoding`, { q: "Torstraße 1", country: "DE" });
  await window.reload();
  await part.getByText("Failing: Waybill waits before it asks again").waitFor();
  await expect(part.getByText("It answered with status 500.")).toHaveCount(3);
  await settled(window);
  expect(faultsOf(window.witness, own)).toEqual([]);
  await own.stop();
  await geocoder.stop();
});

test("storage says when no backups are set up, and what to do about it", async () => {
  const without = await startServer();
  const window = await openWindow();
  await signUpOperator(window, without);
  await window.goto(`${without.url}/dashboard/sandbox/operator/storage`);
  const part = window.getByRole("region", { name: "Backups", exact: true });
  await expect(part).toContainText("No backups are set up. Set WAYBILL_BACKUP_FOLDER");
  await without.stop();
});

test("storage says which backups are off this machine, and why one did not get there", async () => {
  const s3 = playS3();
  const folder = mkdtempSync(join(tmpdir(), "waybill-off-site-"));
  const own = await startServer({
    dataDir: join(folder, "data"),
    config: {
      backupS3Endpoint: s3.endpoint,
      backupS3Bucket: s3Bucket,
      backupS3KeyId: s3Key.keyId,
      backupS3Key: s3Key.key,
    },
  });
  const window = await openWindow();
  await signUpOperator(window, own);
  await window.goto(`${own.url}/dashboard/sandbox/operator/storage`);
  const part = window.getByRole("region", { name: "Backups", exact: true });
  await expect(part).toContainText(`${s3.endpoint}/${s3Bucket} has no backup yet.`);
  s3.fault = (said) => (said.startsWith("PUT") ? s3Error(403, "AccessDenied") : undefined);
  const take = part.getByRole("button", { name: "Back up now" });
  await take.click();
  await expect(part.getByRole("alert")).toContainText("allow it to list the bucket, and to read, write");
  await photograph(window, "storage-off-site-refused");
  s3.fault = undefined;
  await take.click();
  await expect(part).toContainText(/has 1 backup, the newest taken/);
  await expect(part.getByRole("alert")).toHaveCount(0);
  await expectGood(window, "storage-off-site");
  expect(faultsOf(window.witness, own)).toEqual([]);
  await own.stop();
  await s3.stop();
  rmSync(folder, { recursive: true });
});

test("somebody else has no link to it, and is refused at its address", async () => {
  const other = await enter();
  await other.goto(urlOf(""));
  await other.getByRole("link", { name: "API keys", exact: true }).waitFor();
  await settled(other);
  await expect(other.getByRole("link", { name: "Operator" })).toHaveCount(0);
  for (const path of ["/operator", "/operator/accounts", "/operator/storage"]) {
    await other.goto(urlOf(path));
    await other.getByRole("heading", { name: "Page not found" }).waitFor();
  }
  expect(other.witness.requests.filter((url) => url.includes("/api/v1/operator"))).toEqual([]);
  const answer = await other.request.get(`${server.url}/api/v1/operator/accounts`);
  expect([answer.status(), (await answer.json()).code]).toEqual([403, "operator_required"]);
});

test("who runs the installation is asked for whom a carrier delivers, and can hand a fleet over later", async () => {
  const live = (path: string) => `${server.url}/dashboard/live${path}`;
  const nextWord = async (title: string) => expect(page).toHaveTitle(new RegExp(title));
  const add = async (name: string) => {
    await page.goto(live("/carriers/new"));
    await page.getByRole("combobox", { name: "Kind of carrier" }).click();
    await page.getByRole("option", { name: "Own fleet" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
  };
  await add("Kurier-Nord");
  const code = page.getByRole("textbox", { name: "Code" });
  await expect(code).toHaveValue("kurier_nord");
  await expect(page.getByRole("radio", { name: "Only our own orders" })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "Radius" })).toBeHidden();
  await photograph(page, "carriers-new-operator");
  await code.fill("Nord-1");
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.waitForURL(/\/live\/carriers\/car_\w+\/rate-card/);
  const [, id = ""] = /carriers\/(car_\w+)/.exec(page.url()) ?? [];

  await add("City Riders");
  await page.getByRole("radio", { name: "Also for shops with an account here" }).check();
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.waitForURL(/\/live\/operator\/carriers\/car_\w+\/rate-card/);

  // Each side's Dispatch names the other one.
  await page.goto(live("/dispatch"));
  await page.getByRole("link", { name: "Operator → Dispatch" }).click();
  await page.waitForURL(live("/operator/dispatch"));
  await page.getByText("Kurier-Nord:").waitFor();

  await page.goto(live(`/carriers/${id}`));
  await page.waitForURL(live(`/carriers/${id}/rate-card`));
  await expect(page.getByRole("link", { name: "Health" })).toBeHidden();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await nextWord("Settings");
  await expect(page.getByText("nord_1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Hand over to the installation…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Its tokens and open links end").waitFor();
  await photograph(page, "carrier-handover");
  await dialog.getByLabel(/Type Kurier-Nord/).fill("Kurier-Nord");
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await page.waitForURL(live(`/operator/carriers/${id}/settings`));
  await expect(page.getByRole("combobox", { name: "Accounts" })).toBeVisible();
  await page.goto(live("/carriers"));
  await expect(page.getByRole("row", { name: /Kurier-Nord/ }).getByText("Installation")).toBeVisible();
  // What it delivered before is not owed to anybody.
  const charge = { ...chargeEvents["charge.created"].example.charge, carrier_id: id, billed_by: "carrier" };
  await page.route("**/api/v1/platform/charges?**", (route) =>
    route.fulfill({ json: { data: [charge], next_cursor: null } }),
  );
  await page.goto(live("/charges"));
  await page.getByText("Kurier-Nord, your own fleet then").waitFor();
  await page.getByText("Of your own fleet they are what your deliveries are worth.").waitFor();
  await page.unroute("**/api/v1/platform/charges?**");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("who runs the installation hears what to do about emails, and nobody is sent to themselves", async () => {
  const settings = `${server.url}/dashboard/live/settings/account`;
  await page.goto(settings);
  await page.getByText("This installation sends no email yet: set WAYBILL_SMTP_URL").waitFor();
  await page.route("**/api/v1/platform/account", async (route) => {
    const answer = await route.fetch();
    const account = { ...(await answer.json()), recipient_mail_blocked_by: "operator" };
    await route.fulfill({ response: answer, json: account });
  });
  await page.goto(settings);
  await expect(page.getByText("Ask them")).toBeHidden();
  await page.getByRole("link", { name: "your account's page under Operator" }).click();
  await page.waitForURL(/\/live\/operator\/accounts\/acct_\w+$/);
  await page.getByRole("button", { name: "Allow…" }).waitFor();
  await page.unroute("**/api/v1/platform/account");

  const other = await enter();
  await other.goto(settings);
  await other.getByText("its operator has not set up an SMTP server").waitFor();
  expect(faultsOf(page.witness, server)).toEqual([]);
});
