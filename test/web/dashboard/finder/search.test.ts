import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SessionView } from "../../../../src/access/accounts/schema.ts";
import type { Role } from "../../../../src/access/roles.ts";
import { shortShipment } from "../../../../src/delivery/lifecycle/state/example.ts";
import { menuOf } from "../../../../src/web/dashboard/finder/menu.ts";
import { idIn } from "../../../../src/web/dashboard/finder/objects.ts";
import { type Searcher, search } from "../../../../src/web/dashboard/finder/search.ts";
import { addFleet } from "../../../support/carrier-rows.ts";
import { addDriver } from "../../../support/drivers.ts";
import { platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { createOperator } from "../../../support/operator.ts";
import { addPerson } from "../../../support/people.ts";
import { startReceiver } from "../../../support/receiver.ts";

/** What the finder finds, asked of a server as the page asks it. */

const receiver = startReceiver();
let server: TestServer;
let account: TestAccount;
let cookies: Record<"owner" | "operator" | "viewer", string>;
const ids: Record<string, string> = {};
const { fetch, location } = globalThis;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  const { sandbox, live, accountId, session } = account;
  const make = async (client: typeof sandbox, path: string, sent: object): Promise<string> => {
    const { status, body, text } = await client.post(`${platform}${path}`, sent);
    if (status >= 300) throw new Error(text);
    return body.id;
  };
  ids.shipment = await make(sandbox, "/shipments", { ...shortShipment, reference: "ORD-1001" });
  ids.elsewhere = await make(live, "/shipments", { ...shortShipment, reference: "ORD-1001" });
  const url = `${receiver.url}/orders?token=secret`;
  ids.webhook = await make(sandbox, "/webhooks", { url, events: ["webhook.test"] });
  ids.delivery = await make(sandbox, `/webhooks/${ids.webhook}/test`, {});
  ids.event = (await sandbox.get(`${platform}/events`)).body.data[0].id;
  ids.request =
    (await sandbox.get(`${platform}/shipments/${ids.shipment}`)).headers.get("x-request-id") ?? "";
  ids.key = (await session.get("/api/v1/keys")).body.data[0].id;
  ids.carrier = await addFleet(server, "live", accountId);
  ids.driver = (
    await addDriver(server, "live", accountId, { carrierId: ids.carrier, name: "Kim Berger" })
  ).id;
  const [member] = (await session.get("/api/v1/account/members")).body.data;
  ids.user = member.id;
  ids.account = accountId;
  ids.installed = await addFleet(server, "sandbox", null);
  const viewer = await addPerson(server, accountId, "viewer");
  const owner = await addPerson(server, accountId, "owner");
  const operator = await createOperator(server);
  cookies = { owner: owner.cookie, viewer: viewer.cookie, operator: operator.cookie };
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** Refusals that a search met: the page asks only for what the person may see. */
let refused: string[] = [];

/** Searches as somebody who is signed in, at a page of the sandbox. */
async function find(text: string, who: keyof typeof cookies = "owner") {
  const headers = { cookie: cookies[who], "sec-fetch-site": "same-origin" };
  refused = [];
  Object.assign(globalThis, {
    location: new URL(`${server.url}/dashboard/sandbox/usage`),
    fetch: async (path: string, init: RequestInit) => {
      const response = await fetch(server.url + path, { ...init, headers: { ...init.headers, ...headers } });
      if (response.status === 403) refused.push(path);
      return response;
    },
  });
  try {
    const session = (await (await globalThis.fetch("/api/v1/auth/session", {})).json()) as SessionView;
    return told(await search(text, searcherOf(session), new AbortController().signal));
  } finally {
    Object.assign(globalThis, { fetch, location });
  }
}

function told(found: Awaited<ReturnType<typeof search>>) {
  expect(refused).toEqual([]);
  const places = found.groups.flatMap(({ places }) => places);
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
  return { ...found, places, to: places.map(({ to }) => to), titles: found.groups.map(({ title }) => title) };
}

function searcherOf({ scopes, user, account }: SessionView): Searcher {
  return {
    environment: "sandbox",
    isOperator: user.is_operator,
    ownAccount: account,
    may: (...needed) => needed.every((scope) => scopes.includes(scope)),
  };
}

describe("an id", () => {
  test("leads to its page, in whichever environment it is", async () => {
    const places: Record<string, string> = {
      shipment: `/sandbox/shipments/${ids.shipment}`,
      elsewhere: `/live/shipments/${ids.elsewhere}`,
      webhook: `/sandbox/webhooks/${ids.webhook}`,
      delivery: `/sandbox/webhooks/${ids.webhook}/deliveries/${ids.delivery}`,
      event: `/sandbox/events/${ids.event}`,
      request: `/sandbox/requests/${ids.request}`,
      carrier: `/live/carriers/${ids.carrier}`,
      driver: `/live/drivers/${ids.driver}`,
      user: "/sandbox/settings/people",
      account: "/sandbox/settings/account",
    };
    for (const [name, to] of Object.entries(places)) {
      const found = await find(ids[name] ?? "");
      expect([name, found.to, found.titles]).toEqual([name, [to], ["Found"]]);
    }
    expect((await find(ids.key ?? "")).to[0]).toMatch(/^\/(sandbox|live)\/keys$/);
  });

  test("is found in what is pasted around it", async () => {
    const { shipment = "" } = ids;
    for (const text of [
      ` ${shipment} `,
      `GET /api/v1/platform/shipments/${shipment}, 200`,
      `${server.url}/dashboard/live/shipments/${shipment}?x=1`,
      `{"shipment_id":"${shipment}"}`,
    ])
      expect((await find(text)).to).toEqual([`/sandbox/shipments/${shipment}`]);
    for (const text of [`${shipment}0`, shipment.slice(0, -1), shipment.toUpperCase(), "shp_", ""])
      expect(idIn(text)).toBeUndefined();
  });

  test("that is none, or has no page, says so", async () => {
    const { shipment = "" } = ids;
    const gone = await find(shipment.replace("shp_", "evt_"));
    expect([gone.groups, gone.none]).toEqual([[], expect.stringMatching(/^No such ID in sandbox or live\./)]);
    const pageless = await find(shipment.replace("shp_", "qte_"));
    expect([pageless.groups, pageless.none]).toEqual([
      [],
      expect.stringMatching(/^IDs that begin with qte_ have no page\./),
    ]);
  });

  test("of what the role may not see is not asked for", async () => {
    const { groups, none } = await find(ids.key ?? "", "viewer");
    expect([groups, none]).toEqual([[], "Your role cannot see API keys."]);
    expect((await find(ids.shipment ?? "", "viewer")).to).toEqual([`/sandbox/shipments/${ids.shipment}`]);
    const installed = `carriers/${ids.installed}`;
    expect((await find(ids.installed ?? "")).to).toEqual([`/sandbox/${installed}`]);
    expect((await find(ids.installed ?? "", "operator")).to).toEqual([
      `/sandbox/${installed}`,
      `/sandbox/operator/${installed}`,
    ]);
    expect((await find(ids.account ?? "", "operator")).to).toEqual([
      `/sandbox/operator/accounts/${ids.account}`,
    ]);
    expect((await find(ids.shipment ?? "", "operator")).to).toEqual([]);
  });
});

describe("words", () => {
  test("find shipments of both environments, those of this one first", async () => {
    const both = [`/sandbox/shipments/${ids.shipment}`, `/live/shipments/${ids.elsewhere}`];
    expect((await find("ORD-1001")).to).toEqual(both);
    const { body } = await account.live.get(`${platform}/shipments/${ids.elsewhere}`);
    const found = await find(body.tracking_number);
    expect([found.titles, found.to]).toEqual([["Shipments"], both.slice(1)]);
    expect(found.places[0]).toMatchObject({ label: "ORD-1001", note: "Created · Alex Example" });
  });

  test("find endpoints, carriers and drivers by what the list says, and nothing of a URL's query", async () => {
    const found = await find("HOOK/orders");
    expect([found.titles, found.to]).toEqual([["Endpoints"], [`/sandbox/webhooks/${ids.webhook}`]]);
    expect(JSON.stringify(found)).not.toContain("secret");
    expect((await find("secret")).to).toEqual([]);
    // Lists without a search are those of this environment.
    expect((await find("Kim Berger")).to).toEqual([]);
  });

  test("that are nowhere say what to try", async () => {
    const { groups, none } = await find("zzz");
    expect([groups, none]).toEqual([[], expect.stringMatching(/^Nothing found\. Try an ID/)]);
  });

  test("find accounts for the operator only", async () => {
    const { body } = await account.session.get(`${platform}/account`, { "x-environment": "sandbox" });
    const { titles, to } = await find(body.name, "operator");
    expect(titles).toContain("Accounts");
    expect(to).toContain(`/sandbox/operator/accounts/${ids.account}`);
    expect((await find(body.name)).titles).not.toContain("Accounts");
  });
});

describe("the menu", () => {
  const menuFor = (role: Role, isOperator = false) => {
    Object.assign(globalThis, {
      location: new URL("https://waybill.example.com/dashboard/sandbox/keys/x?q=1"),
    });
    const may: Searcher["may"] = (...scopes) =>
      role === "owner" || scopes.every((scope) => scope.endsWith(":read") && scope !== "keys:read");
    try {
      return menuOf({ environment: "sandbox", isOperator, may }).flatMap(({ places }) => places);
    } finally {
      Object.assign(globalThis, { location });
    }
  };

  test("goes to pages of this environment, and to the same page of the other one", () => {
    const places = new Map(menuFor("owner").map(({ label, to }) => [label, to]));
    expect(places.get("Create shipment")).toBe("/sandbox/shipments/new");
    expect(places.get("Overview")).toBe("/sandbox");
    // An id of one environment is none of the other.
    expect(places.get("Switch to Live")).toBe("/live/keys");
    expect(places.has("Switch to Sandbox")).toBe(false);
  });

  test("has nothing that the role may not see or do, and nothing of the operator's", () => {
    const labels = menuFor("viewer").map(({ label }) => label);
    for (const label of ["Create shipment", "Add endpoint", "Add carrier", "Add driver", "API keys"])
      expect(labels).not.toContain(label);
    expect(labels).toContain("Shipments");
    const operators = (list: readonly string[]) => list.filter((label) => label.startsWith("Operator"));
    expect(operators(menuFor("owner").map(({ label }) => label))).toEqual([]);
    expect(operators(menuFor("viewer", true).map(({ label }) => label))).toHaveLength(5);
  });

  test("has each key once, and no page without its own", () => {
    const keys = menuFor("owner", true).flatMap(({ keys = [] }) => keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.join()).not.toContain("undefined");
    expect(keys.length).toBeGreaterThan(10);
  });
});
