import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { makeSetUpToken } from "../../src/accounts/operator.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { launchBrowser } from "./browser.ts";

const actionTimeoutMs = 10_000;
setDefaultTimeout(4 * actionTimeoutMs);

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test("the set-up link leads to the operator's session, and says what is wrong on the way", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(actionTimeoutMs);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));

  const token = makeSetUpToken(server.deps) ?? "";
  await page.goto(`${server.url}/setup#${token}`);
  expect(page.url()).toBe(`${server.url}/setup`);
  expect(complaints).toEqual([]);

  await page.getByLabel("E-mail address").fill("operator@example.com");
  await page.getByLabel("Password").fill("password1234");
  await page.getByRole("button").click();
  const told = page.getByRole("alert");
  await told.getByText("password is too easy to guess").waitFor();

  await page.getByLabel("Password").fill("a long enough passphrase");
  await page.getByRole("button").click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  expect(await page.locator("form").isVisible()).toBe(false);
  const session = await page.evaluate(async () => (await fetch("/api/v1/auth/session")).json());
  expect(session.user.email).toBe("operator@example.com");
  await page.close();
});
