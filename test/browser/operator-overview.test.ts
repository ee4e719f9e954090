import { test } from "bun:test";
import { sql } from "drizzle-orm";
import { write } from "../../src/infra/deps.ts";
import { minuteMs } from "../../src/infra/units.ts";
import { register } from "../support/deliveries.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { startReceiver } from "../support/receiver.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, settled, signUpOperator, startDashboard, wide } from "./dashboard.ts";

/** The operator sees which accounts need them, why, and what can be done; and looks as one of them. */

const { server, openWindow } = await startDashboard({});
const page = await openWindow();
await signUpOperator(page, server);
const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;

test("an account in trouble is on every page with its endpoint, and the operator looks as it and back", async () => {
  const account = await server.account();
  const receiver = startReceiver();
  receiver.answer = () => new Response("no", { status: 500 });
  const webhookId = await register(account.sandbox, receiver.url);
  const { reference } = await createShipment(account.sandbox, { reference: "ORD-7001" });
  for (let times = 0; times < 60; times += 1) await account.live.post(`${platform}/shipments`, {});
  await eventually("a failure", () => receiver.received.length > 0 || undefined);
  await eventually("a failure that is recorded", () =>
    write(server.deps, "sandbox", ({ tx, now }) => {
      const since = now - 20 * minuteMs;
      return (
        tx.run(sql`UPDATE webhook_endpoints SET failing_since = ${since}
          WHERE id = ${webhookId} AND failing_since IS NOT NULL`).changes > 0 || undefined
      );
    }),
  );
  await eventually("the needs to be found", async () => {
    const answer = await page.request.get(`${server.url}/api/v1/operator/needs`);
    const { data } = await answer.json();
    // Requests are counted some time after they were answered.
    const areCounted = data.some(({ message }: { message: string }) => message.includes("of 60 requests"));
    return (areCounted && data.length >= 2) || undefined;
  });

  // Anywhere.
  await page.goto(urlOf("/shipments"));
  await expect(page.getByRole("alert")).toHaveText(
    /Test: The webhook endpoint .+ \(sandbox\) responds with an error/,
  );
  await page.getByRole("link", { name: "Operator" }).click();
  await page.getByRole("region", { name: "1 account needs you" }).waitFor();
  await expect(page.getByRole("region", { name: "Installation" })).toContainText("OK");
  await page.getByText(/of 60 requests in 24 hours failed \(live\), mostly with validation_failed/).waitFor();
  await settled(page);
  expect(faultsOf(page.witness, server)).toEqual([]);

  // Its page.
  await page.getByRole("link", { name: "Test", exact: true }).click();
  await expect(page).toHaveURL(urlOf(`/operator/accounts/${account.accountId}`));
  await page.getByRole("region", { name: "People", exact: true }).getByText(account.email).waitFor();
  await page.getByRole("region", { name: "Sandbox" }).getByText("Failing", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Last audit log entries", exact: true }).waitFor();
  await settled(page);

  // As the account.
  await page.getByRole("button", { name: "Look as them: Test" }).click();
  const banner = page.getByRole("status").filter({ hasText: "You look as Test, read-only" });
  await banner.waitFor();
  await expect(page.getByRole("link", { name: "Operator" })).toHaveCount(0);
  await page.getByRole("link", { name: "Shipments" }).click();
  await page.getByText(reference).waitFor();
  await banner.waitFor();
  await expect(page.getByRole("link", { name: "New shipment" })).toHaveCount(0);
  await page.goto(urlOf("/keys"));
  await page.getByRole("cell", { name: /test/ }).first().waitFor();
  await banner.waitFor();
  await expect(page.getByRole("button", { name: "Create a key" })).toHaveCount(0);
  await settled(page);

  await page.getByRole("button", { name: "Stop looking" }).click();
  await expect(page).toHaveURL(urlOf(`/operator/accounts/${account.accountId}`));
  await page.getByText("account.view_ended").waitFor();
  await page.getByRole("button", { name: "Open endpoint of Test" }).click();
  await expect(page).toHaveURL(urlOf(`/webhooks/${webhookId}`));
  await page.getByRole("button", { name: "Stop looking" }).click();
  await page.getByRole("button", { name: "Look as them: Test" }).waitFor();

  // The list, by trouble.
  await page.goto(urlOf("/operator/accounts?sort=trouble"));
  await expect(page.getByRole("row").nth(1)).toContainText("Needs you");
  await expect(page.getByRole("row").nth(1)).toContainText("validation_failed");
  await settled(page);
  await receiver.stop();
});

test("a small window shows all tabs of the operator", async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(urlOf("/operator"));
  const tabs = page.getByRole("navigation", { name: "Operator" });
  for (const name of ["Overview", "Settings"])
    await expect(tabs.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(wide);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the operator makes a link for somebody's new password, which works once", async () => {
  const account = await server.account();
  await page.goto(urlOf(`/operator/accounts/${account.accountId}`));
  await page.getByRole("button", { name: `Password link for ${account.email}…` }).click();
  const dialog = page.getByRole("dialog", { name: `Password link for ${account.email}` });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = (await dialog.locator("pre").textContent()) ?? "";
  await expectGood(page, "operator-password-link");
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const other = await openWindow();
  await other.goto(link);
  await other.getByLabel("New password", { exact: true }).fill("another long passphrase");
  await other.getByRole("button", { name: "Set password" }).click();
  await other.getByRole("heading", { name: "Password changed" }).waitFor();
  const { email } = account;
  const signIn = { email, password: "another long passphrase" };
  expect((await server.client().post("/api/v1/auth/sign-in", signIn)).status).toBe(200);
  for (const window of [page, other]) expect(faultsOf(window.witness, server)).toEqual([]);
});

test("the operator allows an account to email recipients, deletes it by its name, and keeps it while it waits", async () => {
  const account = await server.account();
  await page.goto(urlOf(`/operator/accounts/${account.accountId}`));
  const name = (await page.getByRole("heading", { level: 2 }).first().textContent()) ?? "";
  await page.getByText("Not allowed, switched off by the account").waitFor();
  await page.getByRole("button", { name: "Allow…" }).click();
  await page.getByRole("button", { name: "Allow emails" }).click();
  await page.getByText("Allowed, switched off by the account").waitFor();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${name}` });
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Being deleted", { exact: true })).toBeVisible();
  expect((await account.sandbox.get(`${platform}/shipments`)).body.code).toBe("account_closing");
  await expectGood(page, "operator-account-being-deleted");
  await page.getByRole("button", { name: "Keep the account" }).click();
  await expect(page.getByText("Being deleted", { exact: true })).toHaveCount(0);
  expect((await account.sandbox.get(`${platform}/shipments`)).status).toBe(200);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
