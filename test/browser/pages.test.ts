import { afterAll, beforeAll, describe, test } from "bun:test";
import type { Response } from "playwright-core";
import { exampleCard } from "../../src/delivery/carriers/kinds/fleet/example.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { addCarrier } from "../support/carrier-rows.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { openTestAccount } from "../support/harness.ts";
import { addHook } from "../support/hooks.ts";
import { newForm, order, open as orderForm } from "../support/order-forms.ts";
import { addPerson } from "../support/people.ts";
import { startReceiver } from "../support/receiver.ts";
import { expectGood } from "./appearance.ts";
import {
  advance,
  createShipment,
  expect,
  faultsOf,
  fillLogs,
  settled,
  signUp,
  signUpOperator,
  startDashboard,
} from "./dashboard.ts";
import { addLongNames, longName } from "./long-names.ts";

/** Every page of the dashboard, in both environments: what has a line here is looked at from all sides. */

interface Case {
  /** Of its pictures in `test/screenshots/`. */
  name: string;
  /** Below `/dashboard`; for who is signed in, below the environment. `{shipment}` stands for the id of one, and so on. */
  path: string;
  /** What the window's title begins with, as a regular expression. */
  title: string;
  /** The page's first heading. */
  heading: string | RegExp;
  /** The title begins with how many things need somebody. */
  countsInTitle?: boolean;
}

const publicPages: Case[] = [
  { name: "sign-in", path: "/sign-in", title: "Sign in", heading: "Sign in" },
  { name: "sign-up", path: "/sign-up", title: "Create an account", heading: "Create an account" },
  {
    name: "verify-email",
    path: "/verify-email#token",
    title: "Verify your email address",
    heading: "Verify your email address",
  },
  {
    name: "forgot-password",
    path: "/forgot-password",
    title: "Forgot your password?",
    heading: "Forgot your password?",
  },
  {
    name: "reset-password",
    path: "/reset-password#token",
    title: "Set a new password",
    heading: "Set a new password",
  },
  { name: "join", path: "/join#token", title: "Join an account", heading: "Join an account" },
];

const pages: Case[] = [
  { name: "start", path: "", title: "Overview", heading: /^(Your sandbox|Live)$/ },
  { name: "shipments", path: "/shipments", title: "Shipments", heading: "Shipments" },
  { name: "shipments-new", path: "/shipments/new", title: "New shipment", heading: "New shipment" },
  {
    name: "shipment",
    path: "/shipments/{shipment}",
    title: "ORD-1001 · (In transit|Created)",
    heading: "ORD-1001",
  },
  { name: "order-forms", path: "/order-forms", title: "Order forms", heading: "Order forms" },
  {
    name: "order-forms-new",
    path: "/order-forms/new",
    title: "New order form",
    heading: "New order form",
  },
  ...[
    { name: "order-form-orders", path: "", title: "Orders" },
    { name: "order-form-link", path: "/link", title: "Link" },
    { name: "order-form-statement", path: "/statement", title: "Statement" },
    { name: "order-form-settings", path: "/settings", title: "Settings" },
  ].map(({ name, path, title }) => ({
    name,
    path: `/order-forms/{form}${path}`,
    title: `Corner shop · ${title}`,
    heading: "Corner shop",
  })),
  { name: "schedules", path: "/schedules", title: "Standing orders", heading: "Standing orders" },
  {
    name: "schedules-new",
    path: "/schedules/new",
    title: "New standing order",
    heading: "New standing order",
  },
  {
    name: "schedules-repeat",
    path: "/schedules/new?copy={shipment}",
    title: "New standing order",
    heading: "New standing order",
  },
  {
    name: "schedule",
    path: "/schedules/{schedule}",
    title: "Bread for the café",
    heading: "Bread for the café",
  },
  { name: "dispatch", path: "/dispatch", title: "Dispatch", heading: "Dispatch", countsInTitle: true },
  { name: "carriers", path: "/carriers", title: "Carriers", heading: "Carriers" },
  { name: "carriers-new", path: "/carriers/new", title: "New carrier", heading: "New carrier" },
  // Waybill asks only carriers with a server of their own, and so a fleet has no such page.
  {
    name: "carrier-health",
    path: "/carriers/{server}",
    title: "Parcel Post · Health",
    heading: "Parcel Post",
  },
  ...[
    { name: "carrier-rate-card", path: "/rate-card", title: "Rate card" },
    { name: "carrier-hooks", path: "/hooks", title: "Webhooks" },
    { name: "carrier-hook", path: "/hooks/{hook}", title: "Webhook hook_…\\w{6} · Webhook" },
    { name: "carrier-tokens", path: "/tokens", title: "Tokens" },
    { name: "carrier-settings", path: "/settings", title: "Settings" },
  ].map(({ name, path, title }) => ({
    name,
    path: `/carriers/{carrier}${path}`,
    title: `City Riders · ${title}`,
    heading: "City Riders",
  })),
  { name: "imports", path: "/imports", title: "Imports", heading: "Imports" },
  { name: "contacts", path: "/contacts", title: "Contacts", heading: "Contacts" },
  { name: "drivers", path: "/drivers", title: "Drivers", heading: "Drivers" },
  { name: "drivers-new", path: "/drivers/new", title: "New driver", heading: "New driver" },
  ...[
    { name: "driver-phone", path: "", title: "Phone" },
    { name: "driver-jobs", path: "/jobs", title: "Jobs" },
    { name: "driver-results", path: "/results", title: "Results" },
    { name: "driver-hours", path: "/days", title: "Hours" },
    { name: "driver-tokens", path: "/tokens", title: "Tokens" },
    { name: "driver-settings", path: "/settings", title: "Settings" },
  ].map(({ name, path, title }) => ({
    name,
    path: `/drivers/{driver}${path}`,
    title: `Kim Berger · ${title}`,
    heading: "Kim Berger",
  })),
  ...[
    { name: "paper-run-sheet", path: "/run-sheet/{driver}", title: "Run sheet" },
    { name: "paper-day", path: "/day", title: "Shipments of the day" },
    { name: "paper-statement", path: "/statement", title: "Statement" },
    { name: "paper-how-to", path: "/how-to", title: "How it works" },
  ].map(({ name, path, title }) => ({ name, path: `/print${path}`, title, heading: title })),
  { name: "webhooks", path: "/webhooks", title: "Webhooks", heading: "Webhooks" },
  { name: "webhooks-new", path: "/webhooks/new", title: "New endpoint", heading: "New endpoint" },
  ...[
    { name: "webhook-health", path: "", title: "Health" },
    { name: "webhook-deliveries", path: "/deliveries", title: "Deliveries" },
    {
      name: "webhook-delivery",
      path: "/deliveries/{delivery}",
      title: "webhook.test dlv_…\\w{6} · Delivery",
    },
    { name: "webhook-verification", path: "/verification", title: "Verify" },
    { name: "webhook-settings", path: "/settings", title: "Settings" },
  ].map(({ name, path, title }) => ({
    name,
    path: `/webhooks/{webhook}${path}`,
    title: `Order system · ${title}`,
    heading: "Order system",
  })),
  { name: "events", path: "/events", title: "Events", heading: "Events" },
  {
    name: "event",
    path: "/events/{event}",
    title: "webhook.test evt_…\\w{6} · Event",
    heading: "webhook.test",
  },
  { name: "requests", path: "/requests?caller=all", title: "Requests", heading: "Requests" },
  {
    name: "request",
    path: "/requests/{request}",
    title: "422 POST /platform/shipments · Request",
    heading: "POST /platform/shipments",
  },
  { name: "keys", path: "/keys", title: "API keys", heading: "API keys" },
  { name: "charges", path: "/charges", title: "Charges", heading: "Charges" },
  {
    name: "charges-statements",
    path: "/charges/statements",
    title: "Statements",
    heading: "Charges",
  },
  { name: "usage", path: "/usage", title: "Usage", heading: "Usage" },
  { name: "usage-by-key", path: "/usage?group_by=key", title: "Usage", heading: "Usage" },
  { name: "settings-account", path: "/settings/account", title: "Account", heading: "Settings" },
  { name: "settings-people", path: "/settings/people", title: "People", heading: "Settings" },
  { name: "settings-sign-in", path: "/settings/sign-in", title: "Your sign-in", heading: "Settings" },
  { name: "settings-audit", path: "/settings/audit", title: "Audit log", heading: "Settings" },
];

const operatorPages: Case[] = [
  { name: "operator-overview", path: "/operator", title: "Operator", heading: "Operator" },
  { name: "operator-accounts", path: "/operator/accounts", title: "Accounts", heading: "Operator" },
  { name: "operator-tiers", path: "/operator/tiers", title: "Tiers", heading: "Operator" },
  { name: "operator-carriers", path: "/operator/carriers", title: "Carriers", heading: "Operator" },
  { name: "operator-drivers", path: "/operator/drivers", title: "Drivers", heading: "Operator" },
  {
    name: "operator-dispatch",
    path: "/operator/dispatch",
    title: "Dispatch",
    heading: "Operator",
    countsInTitle: true,
  },
  {
    name: "operator-statements",
    path: "/operator/statements",
    title: "Statements",
    heading: "Operator",
  },
  { name: "operator-jobs", path: "/operator/jobs", title: "Jobs", heading: "Operator" },
  { name: "operator-storage", path: "/operator/storage", title: "Storage", heading: "Operator" },
  { name: "operator-settings", path: "/operator/settings", title: "Settings", heading: "Operator" },
];

/** Pages that a role does not have, by the beginnings of their names. */
const hidden = {
  viewer: ["contacts", "imports", "keys", "settings-audit"],
  dispatcher: ["keys", "settings-audit", "webhook"],
} as const;

/** Buttons that change what the role may not. */
const changing = {
  viewer:
    /^(Approve|Refuse|Say why|Create|Add|New\b|Edit|Cancel|Erase|Send|Save|Delete|Rotate|Disable|Enable|Check|Recover|Replay|Discard|Resend|Retry|Accept|Request|Invite|End |Rush|Assign|Fill|Take|Release|Dismiss|Fix|Show prices|Show PIN|Download all|Repeat|Copy a|Copy to|Skip|Take in|Resume)/,
  dispatcher: /^(Add carrier|Add a fleet|Invite|Check now|Resend|Rush)/,
} as const;

const navigation = {
  viewer: [
    "Overview",
    "Shipments",
    "Order forms",
    "Standing orders",
    "Dispatch",
    "Carriers",
    "Drivers",
    "Webhooks",
    "Events",
    "Requests",
    "Charges",
    "Usage",
    "Settings",
    "Documentation",
  ],
  dispatcher: [
    "Overview",
    "Shipments",
    "Order forms",
    "Standing orders",
    "Imports",
    "Dispatch",
    "Carriers",
    "Drivers",
    "Contacts",
    "Events",
    "Requests",
    "Charges",
    "Usage",
    "Settings",
    "Documentation",
  ],
};

const words = { sandbox: "Sandbox", live: "Live" } as const;

/** How many need somebody depends on the time: a driver that nobody moves is late after some minutes. */
function titleOf({ title, countsInTitle }: Case, environment: Environment | null): RegExp | string {
  if (environment === null) return `${title} – Waybill`;
  const count = countsInTitle ? "(\\(\\d+\\) · )?" : "";
  return new RegExp(`^${count}${title} · ${words[environment]} – Waybill$`);
}

const { server, openWindow } = await startDashboard({});
const page = await openWindow();
const receiver = startReceiver();
afterAll(() => receiver.stop());

/** What a page that opened asked the API for in vain: it shows an error in place of its content. */
const refused: string[] = [];
page.on("response", (answer) => {
  const { pathname, search } = new URL(answer.url());
  const isRefused = [400, 404, 409, 422].includes(answer.status()) || answer.status() >= 500;
  if (isRefused && answer.request().method() === "GET" && pathname.startsWith("/api/v1/"))
    refused.push(`${answer.status()} ${pathname}${search}`);
});

async function expectAllGood(name: string): Promise<void> {
  await expectGood(page, name);
  expect([...faultsOf(page.witness, server), ...refused.splice(0)]).toEqual([]);
}

/** Of the page that is there. */
let shownTitle = "";

/** As an address is opened, or, within the pages that are there, as a link is followed. */
async function open(
  entry: Case,
  environment: Environment | null,
  by: "address" | "link" = "address",
): Promise<void> {
  const url = `${server.url}/dashboard${environment === null ? "" : `/${environment}`}${entry.path}`;
  const isFollowed = by === "link" && entry.title !== shownTitle;
  if (isFollowed) await page.evaluate((url) => history.pushState(null, "", url), url);
  else await page.goto(url);
  shownTitle = entry.title;
  await page.getByRole("heading", { level: 1, name: entry.heading }).waitFor();
  // The page before may have had the same heading, but not the same title.
  await expect(page).toHaveTitle(titleOf(entry, environment));
  await settled(page);
  // What the address alone says is what the page then says.
  const opening = isFollowed
    ? null
    : await page.evaluate(() => document.querySelector(".opening h1")?.textContent);
  if (opening && entry.name !== "shipment") expect(opening).toMatch(entry.heading);
  // Charts are drawn when they come into sight.
  const charts = await page.getByRole("figure").all();
  if (charts.length === 0) return;
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded();
    await chart.locator("svg").first().waitFor({ state: "attached" });
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await settled(page);
}

describe("without a session", () => {
  test.each(publicPages.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
    await open(entry, null);
    await expectAllGood(name);
  });
});

describe.each(["sandbox", "live"] as const)("in %s", (environment) => {
  /** What the account has one of: name → id. */
  const ids: Record<string, string> = {};
  let recipientsPage = "";

  beforeAll(async () => {
    await signUp(page, server);
    await fillAccount();
  });

  test.each(pages.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
    const path = entry.path.replace(/\{(\w+)\}/g, (_, thing: string) => ids[thing] ?? "");
    // Each page is loaded by its address in one environment, and reached from another page in the other one.
    const isThere = environment === "sandbox" && page.url().startsWith(`${server.url}/dashboard/sandbox`);
    await open({ ...entry, path }, environment, isThere ? "link" : "address");
    await expect(page.getByRole("radio", { name: words[environment] })).toBeChecked();
    await expectAllGood(`${environment}-${name}`);
  });

  // What the roles may do does not depend on the environment.
  if (environment === "sandbox") test("roles find only what they may use", findOnlyWhatTheyMayUse);

  // What is chosen looks the same in both.
  if (environment === "sandbox") test("stays clear in the reader's own colors", expectClearInForcedColors);

  async function findOnlyWhatTheyMayUse(): Promise<void> {
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const owner = await page.context().cookies();
    for (const role of ["viewer", "dispatcher"] as const) {
      await page.context().clearCookies();
      const { cookie } = await addPerson(server, account.id, role);
      const [name = "", value = ""] = cookie.split("=");
      await page.context().addCookies([{ name, value, url: server.url }]);
      await expectUsable(role);
    }
    await page.context().clearCookies();
    await page.context().addCookies(owner);
  }

  /** Every page that the role can open: it asks for nothing that is refused, and shows no button that would be. */
  async function expectUsable(role: "viewer" | "dispatcher"): Promise<void> {
    const refused: string[] = [];
    const listen = (answer: Response) => {
      if (answer.status() === 403) refused.push(`${role}: ${answer.request().method()} ${answer.url()}`);
    };
    page.on("response", listen);
    const found: string[] = [];
    const usable = pages.filter(({ name }) => !hidden[role].some((start) => name.startsWith(start)));
    for (const [index, entry] of usable.entries()) {
      const path = entry.path.replace(/\{(\w+)\}/g, (_, thing: string) => ids[thing] ?? "");
      await open({ ...entry, path }, "sandbox", index === 0 ? "address" : "link");
      const names = await page.evaluate(() =>
        [...document.querySelectorAll("#page :is(button, a.mantine-Button-root)")]
          .filter((button) => !button.matches(':disabled, [aria-disabled="true"]'))
          .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""),
      );
      const wrong = names.filter((name) => changing[role].test(name));
      found.push(...wrong.map((name) => `${role}, ${entry.name}: ${name}`));
    }
    page.off("response", listen);
    expect([...refused, ...found]).toEqual([]);
    const links = await page.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents();
    expect(links).toEqual(navigation[role]);
  }

  test("the recipient's page", async () => {
    await page.goto(recipientsPage);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAllGood(`${environment}-recipient`);
  });

  /** Something of everything, so that no page is seen only empty. */
  async function fillAccount(): Promise<void> {
    const shipment = await createShipment(page, server, { reference: "ORD-1001" }, environment);
    // Live webhooks go over TLS, which the receiver does not speak.
    const url = environment === "sandbox" ? receiver.url : receiver.url.replace("http:", "https:");
    Object.assign(ids, { shipment: shipment.id }, await fillLogs(page, server, url, environment));
    recipientsPage = shipment.tracking_url;
    if (environment === "sandbox") await advance(page, server, shipment.id, "en_route_to_delivery");
    await addPeople();
    ids.carrier = await createFleet(environment);
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    ids.server = await addCarrier(server, environment, account.id, {
      kind: "http",
      name: "Parcel Post",
      settings: { base_url: "https://example.com/waybill" },
    });
    ids.schedule = await createSchedule(environment);
    ids.hook = await addHook(server, environment, ids.carrier, { accountId: account.id });
    ids.driver = await createDriver(environment, ids.carrier);
    ids.form = await createOrderForm(environment);
    await addLongNames({ page, server, environment, carrier: ids.carrier, driver: ids.driver });
    for (const body of [
      { name: "Order system", environment },
      { name: "Reports", environment, scopes: ["usage:read", "events:read"] },
      { name: "Old script", environment, expires_at: "2099-01-01T00:00:00.000Z" },
    ]) {
      const answer = await page.request.post(`${server.url}/api/v1/keys`, {
        data: body,
        headers: { "sec-fetch-site": "same-origin" },
      });
      expect(answer.status()).toBe(201);
    }
  }
});

/** Where the system replaces all colors, no two of these look the same. */
const toldApart = [
  ["the chosen environment", "[data-active].mantine-SegmentedControl-label", "label:not([data-active])"],
  ["the current page", ".nav-link[aria-current]", ".nav-link:not([aria-current])"],
  ["a meter's share", ".mantine-Progress-section", ".mantine-Progress-root"],
  ["a chart's color", ".chart-mark", "body"],
] as const;

async function expectClearInForcedColors(): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await open({ name: "start", path: "", title: "Overview", heading: "Your sandbox" }, "sandbox");
  const alike = await page.evaluate((pairs) => {
    const colorOf = (selector: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body).backgroundColor;
    return pairs.filter(([, one, other]) => colorOf(one) === colorOf(other)).map(([thing]) => thing);
  }, toldApart);
  await page.emulateMedia({ forcedColors: "none" });
  expect(alike).toEqual([]);
}

/** Somebody with another role, and an invitation. */
async function addPeople(): Promise<void> {
  const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
  await addPerson(server, account.id, "dispatcher");
  const invited = await page.request.post(`${server.url}/api/v1/account/invitations`, {
    data: { email: "robin@example.com", role: "viewer" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(invited.status()).toBe(201);
}

/** A fleet with a rate card and a token. Returns its id. */
async function createFleet(environment: Environment): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin", "x-environment": environment };
  const carriers = `${server.url}${platform}/carriers`;
  const fleet = { kind: "fleet", code: "city_riders", name: "City Riders", settings: {} };
  const { id } = await (await page.request.post(carriers, { data: fleet, headers })).json();
  const card = await page.request.put(`${carriers}/${id}/rate-card`, { data: exampleCard, headers });
  const data = { name: "Dispatch server" };
  const token = await page.request.post(`${carriers}/${id}/tokens`, { data, headers });
  expect([card.status(), token.status()]).toEqual([200, 201]);
  return id;
}

/** A form with an order that waits; in live it is not open yet. Returns its id. */
async function createOrderForm(environment: Environment): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin", "x-environment": environment };
  const data = { ...newForm, name: "Corner shop" };
  const { id, url } = await (
    await page.request.post(`${server.url}${platform}/order-forms`, { data, headers })
  ).json();
  const [, token] = url.split("#");
  const ordered = await server
    .client({ "x-order-form": token })
    .post(`${orderForm}/orders`, order, { "idempotency-key": id });
  expect(ordered.status).toBe(environment === "sandbox" ? 201 : 409);
  return id;
}

/** A standing order without holidays. Returns its id. */
async function createSchedule(environment: Environment): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin", "x-environment": environment };
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const data = {
    name: "Bread for the café",
    shipment: shipmentBody(),
    days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    pickup_window: { from: "06:00", to: "07:30" },
    delivery_window: { from: "07:00", to: "09:00" },
    create_hours_before: 1,
    skip_dates: [soon],
  };
  const made = await page.request.post(`${server.url}${platform}/schedules`, { data, headers });
  expect(made.status()).toBe(201);
  return (await made.json()).id;
}

/** A driver with a phone and a token. Returns its id. */
async function createDriver(environment: Environment, carrier_id: string): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin", "x-environment": environment };
  const drivers = `${server.url}${platform}/drivers`;
  const kim = { carrier_id, name: "Kim Berger", phone: "+4930123456", vehicle: { type: "cargo_bike" } };
  const { id } = await (await page.request.post(drivers, { data: kim, headers })).json();
  const link = await (await page.request.post(`${drivers}/${id}/link`, { headers })).json();
  const [, code] = link.url.split("#");
  const connected = await server.client().post("/api/v1/driver/link", { code, device_name: "Kim's phone" });
  const data = { name: "Traccar", kind: "positions" };
  const token = await page.request.post(`${drivers}/${id}/tokens`, { data, headers });
  expect([connected.status, token.status()]).toEqual([201, 201]);
  return id;
}

/** They say the same in both environments. */
describe("for the operator", () => {
  beforeAll(async () => {
    await Promise.all([
      server.account(),
      openTestAccount(server.deps, "long-names@example.com", longName, null),
    ]);
    await page.context().clearCookies();
    await signUpOperator(page, server);
  });

  test.each(operatorPages.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
    await open(entry, "sandbox");
    await expectAllGood(name);
  });
});
