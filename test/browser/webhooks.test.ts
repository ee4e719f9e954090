import { afterEach, describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { createQuoted, createShipment, platform } from "../support/fixtures.ts";
import { freePort } from "../support/free-port.ts";
import { type Receiver, startReceiver, verify } from "../support/receiver.ts";
import {
  endpointSecret,
  expect,
  faultsOf,
  issueKey,
  secretOn,
  settled,
  startDashboard,
} from "./dashboard.ts";

/** Webhooks as people meet them on the dashboard, with a receiver that is really there. */

const { server, enter } = await startDashboard();
let receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  receivers = [];
});

const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;

function receive(answer?: Receiver["answer"]): Receiver {
  const receiver = startReceiver();
  if (answer) receiver.answer = answer;
  receivers.push(receiver);
  return receiver;
}

/** Adds an endpoint by hand. Returns its secret. */
async function addEndpoint(page: Page, url: string): Promise<string> {
  await page.goto(urlOf("/webhooks"));
  await page.getByRole("link", { name: "Add endpoint" }).first().click();
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Description").fill("Order system");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  return closeSecret(page);
}

async function closeSecret(page: Page): Promise<string> {
  const secret = await secretOn(page, endpointSecret);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return secret;
}

async function sendTest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("button", { name: "Send event", exact: true }).click();
  await page.waitForURL(/\/deliveries\/dlv_/);
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Order system" }).getByRole("link", { name }).click();

describe("an endpoint", () => {
  test("is added, tried and seen to work, and its secret is gone after that", async () => {
    const receiver = receive();
    const page = await enter();
    const secret = await addEndpoint(page, receiver.url);
    expect(secret).toMatch(endpointSecret);
    await page.getByRole("heading", { level: 1, name: "Order system" }).waitFor();

    await sendTest(page);
    await page.getByText("Delivered", { exact: true }).first().waitFor();
    await page.getByText("200", { exact: true }).first().waitFor();
    await page.getByRole("heading", { name: "Response" }).waitFor();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(["webhook.test"]);
    for (const received of receiver.received) verify(secret, received);

    await tab(page, "Deliveries");
    await page.getByRole("row", { name: /webhook\.test Delivered 1 20\d/ }).waitFor();
    for (const name of ["Health", "Verify", "Settings"]) {
      await tab(page, name);
      await page.reload();
      await settled(page);
      expect(await page.content()).not.toContain(secret.slice("whsec_".length));
    }
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, history.state, location.href]),
    );
    expect(kept).not.toContain("whsec_");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("that fails shows why, and takes the same event when it is sent again", async () => {
    const receiver = receive(() => new Response("out of order", { status: 500 }));
    const page = await enter();
    const secret = await addEndpoint(page, receiver.url);
    await sendTest(page);
    await page.getByText("Failed", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: /^Attempt 3/ }).waitFor();
    await page.getByText("Non-2xx response", { exact: true }).first().waitFor();
    await page.getByText("out of order").first().waitFor();

    receiver.answer = () => new Response("thanks");
    await page.getByRole("button", { name: "Retry now" }).click();
    await page.getByText("Delivered", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: /^Attempt 4/ }).waitFor();
    const [first, ...others] = receiver.received;
    expect(others).toHaveLength(3);
    for (const received of others) {
      expect(received.body).toBe(first?.body ?? "");
      verify(secret, received);
    }
  });

  test("that nobody answers for shows that there was no connection", async () => {
    const page = await enter();
    await addEndpoint(page, `http://127.0.0.1:${freePort()}/hook`);
    await sendTest(page);
    await page
      .getByText(/^Connection failed/)
      .first()
      .waitFor();
  });

  test("is told beside the field what is wrong with it", async () => {
    const page = await enter();
    await page.goto(urlOf("/webhooks/new"));
    await page.getByLabel("URL").fill("nowhere");
    await page.getByLabel("All events").uncheck();
    await page.getByRole("button", { name: "Add header" }).click();
    await page.getByLabel("Name of the header").fill("Host");
    await page.getByLabel("Value of the header").fill("elsewhere");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText("Must not be empty.").waitFor();
    await page.getByLabel("All events").check();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText("Must be a complete URL, such as https://example.com.").waitFor();
    await page.getByLabel("URL").fill(receive().url);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText(/^Is a header that Waybill sets itself/).waitFor();
    await expect(page.getByText("Check the field marked in red.")).toBeVisible();
    await page.getByRole("button", { name: "Remove header Host" }).click();
    await expect(page.getByText("Check the field marked in red.")).toBeHidden();

    await page.getByLabel("Duplicates").fill("150");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByLabel("Duplicates")).toHaveAccessibleDescription("Must be from 0 to 100.");
    await page.getByLabel("Duplicates").fill("1e3");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByLabel("Duplicates")).toHaveAccessibleDescription(/number/);
    await expect(page.getByLabel("Duplicates")).toHaveValue("1e3");
  });

  test("is changed: events, headers and faults, whose values are not shown again", async () => {
    const receiver = receive();
    const page = await enter();
    await addEndpoint(page, receiver.url);
    await tab(page, "Settings");
    await page.getByLabel("All events").uncheck();
    await page.getByLabel("tracking.*", { exact: true }).check();
    await expect(page.getByLabel("tracking.silent", { exact: true })).toBeChecked();
    await expect(page.getByLabel("tracking.silent", { exact: true })).toBeDisabled();
    await expect(page.getByLabel("tracking.position_updated", { exact: true })).not.toBeChecked();
    await page.getByLabel("shipment.delivered", { exact: true }).check();
    await page.getByRole("button", { name: "Add header" }).click();
    await page.getByLabel("Name of the header").fill("Authorization");
    await page.getByLabel("Value of the header").fill("Bearer 0123456789");
    await page.getByLabel("Duplicates").fill("100");
    await page.getByRole("button", { name: "Save endpoint" }).click();
    await page.getByText("authorization: •••").waitFor();
    await page.reload();
    await page.getByText("authorization: •••").waitFor();
    expect(await page.content()).not.toContain("0123456789");
    await expect(page.getByLabel("shipment.delivered", { exact: true })).toBeChecked();
    await expect(page.getByLabel("tracking.*", { exact: true })).toBeChecked();
    await expect(page.getByLabel("shipment.created", { exact: true })).not.toBeChecked();

    await sendTest(page);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer 0123456789",
      "Bearer 0123456789",
    ]);
  });

  test("gets another secret, beside which the old one signs on", async () => {
    const receiver = receive();
    const page = await enter();
    const first = await addEndpoint(page, receiver.url);
    await tab(page, "Settings");
    await page.getByRole("button", { name: "Rotate secret…" }).click();
    await page.getByRole("button", { name: "Rotate secret", exact: true }).click();
    await page.getByText("Copy the secret now").waitFor();
    const second = await closeSecret(page);
    expect(second).not.toBe(first);
    await sendTest(page);
    await expect.poll(() => receiver.received.length).toBe(1);
    for (const received of receiver.received) {
      verify(first, received);
      verify(second, received);
    }
  });

  test("is disabled, keeps what waits, gives it up or is deleted, each named before", async () => {
    const receiver = receive();
    const page = await enter();
    const api = await issueKey(page, server);
    await addEndpoint(page, receiver.url);
    await tab(page, "Settings");
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Endpoint disabled.").waitFor();
    // With all its events: one that came later would be sent.
    await createQuoted(api);
    await tab(page, "Health");
    await page.getByText(/was disabled manually/).waitFor();
    await page.getByRole("button", { name: "Discard waiting…" }).click();
    const { host, pathname } = new URL(receiver.url);
    const place = host + pathname;
    const discard = page.getByRole("button", { name: "Discard deliveries" });
    await expect(discard).toBeDisabled();
    await page.getByLabel(`Type ${place}`).fill(place);
    await discard.click();
    await page.getByText(/^Discarded \d+ deliver/).waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Waiting events are being sent.").waitFor();
    await tab(page, "Deliveries");
    await page.getByText("Discarded", { exact: true }).first().waitFor();
    expect(receiver.received).toEqual([]);

    await tab(page, "Settings");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByText(`Waybill sends nothing more to ${receiver.url}.`).waitFor();
    await page.getByLabel(`Type ${place}`).fill(place);
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await page.getByText("No endpoints yet").waitFor();
    expect((await api.get(`${platform}/webhooks`)).body.data).toEqual([]);
  });

  test("is sent what failed, and what it missed", async () => {
    const receiver = receive(() => new Response(null, { status: 500 }));
    const page = await enter();
    const api = await issueKey(page, server);
    await createShipment(api);
    await addEndpoint(page, receiver.url);
    await page.getByRole("button", { name: "Replay missed…" }).click();
    await page.getByRole("button", { name: "Replay events" }).click();
    await page.getByText(/^Sending \d+ deliver/).waitFor();
    await tab(page, "Deliveries");
    await page.getByText("Failed", { exact: true }).first().waitFor();
    receiver.answer = () => new Response("ok");
    await tab(page, "Health");
    await page.getByRole("button", { name: "Recover failed…" }).click();
    await page.getByRole("button", { name: "Resend failed deliveries" }).click();
    await page.getByText(/^Resending \d+ deliver/).waitFor();
    await tab(page, "Deliveries");
    await page.getByText("Delivered", { exact: true }).nth(1).waitFor();
    await page.getByRole("link", { name: /^shp_/ }).first().click();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
  });
});
