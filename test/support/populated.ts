import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import type { Environment } from "../../src/infra/environment.ts";
import type { IdPrefix } from "../../src/infra/ids.ts";
import { raiseAttention } from "./attention.ts";
import { addFleet } from "./carrier-rows.ts";
import { addDriver, deviceCookie, giveJob } from "./drivers.ts";
import { createQuoted, kreuzberg, platform, shipmentBody } from "./fixtures.ts";
import { type Client, eventually, type TestAccount, type TestServer } from "./harness.ts";
import { addHook } from "./hooks.ts";
import { uploadLogo } from "./images.ts";
import { createForm, customer, knownDevice, place } from "./order-forms.ts";
import { csvOf, uploadAs } from "./order-lists.ts";
import { addRecipientMail } from "./recipient-mails.ts";

/** An account with an object of each kind that paths name. */

/** What the parameters of paths stand for. */
export type Kind =
  | "key"
  | "session"
  | "member"
  | "invitation"
  | "logo"
  | "shipment"
  | "contact"
  | "schedule"
  | "orderForm"
  | "order"
  | "import"
  | "row"
  | "assignment"
  | "webhook"
  | "delivery"
  | "event"
  | "request"
  | "stage"
  | "carrier"
  | "carrierToken"
  | "hook"
  | "driver"
  | "device"
  | "driverToken"
  | "attention"
  | "picture"
  | "token";
export type Ids = Record<Kind, string>;

export const prefixes: Record<Exclude<Kind, "picture" | "token" | "row">, IdPrefix> = {
  key: "key",
  session: "ses",
  member: "usr",
  invitation: "inv",
  logo: "img",
  shipment: "shp",
  contact: "con",
  schedule: "sch",
  orderForm: "frm",
  order: "ord",
  import: "imp",
  assignment: "asg",
  webhook: "whe",
  delivery: "dlv",
  event: "evt",
  request: "req",
  stage: "acct",
  carrier: "car",
  carrierToken: "tok",
  hook: "hook",
  driver: "drv",
  device: "dev",
  driverToken: "tok",
  attention: "att",
};

/** The first that fits says what `:id` is; a parameter that fits none fails the tests. */
const parameters: [path: RegExp, name: string, kind: Kind][] = [
  [/^\/api\/v1\/keys\//, "id", "key"],
  [/^\/api\/v1\/auth\/sessions\//, "id", "session"],
  [/\/account\/members\//, "id", "member"],
  [/\/account\/images\//, "id", "logo"],
  [/\/account\/invitations\//, "id", "invitation"],
  [/\/shipments\/:id/, "id", "shipment"],
  [/\/contacts\/:id/, "id", "contact"],
  [/\/schedules\/:id/, "id", "schedule"],
  [/\/order-forms\/:id/, "id", "orderForm"],
  [/\/(order-requests|order-form\/orders)\/:id/, "id", "order"],
  [/\/imports\/:id\/rows\/:row/, "row", "row"],
  [/\/imports\/:id/, "id", "import"],
  [/\/carrier\/assignments\/:id/, "id", "assignment"],
  [/\/(platform|driver)\/assignments\/:id/, "id", "assignment"],
  [/\/tracking\/:shipmentId/, "shipmentId", "shipment"],
  [/\/assignments\//, "assignmentId", "assignment"],
  [/\/webhooks\/:id/, "id", "webhook"],
  [/\/deliveries\//, "deliveryId", "delivery"],
  [/\/events\//, "id", "event"],
  [/\/requests\//, "id", "request"],
  [/\/stages\//, "accountId", "stage"],
  [/\/carriers\/:id/, "id", "carrier"],
  [/\/drivers\/:id/, "id", "driver"],
  [/\/carriers\/.*\/hooks\//, "hookId", "hook"],
  [/\/devices\//, "deviceId", "device"],
  [/\/drivers\/.*\/tokens\//, "tokenId", "driverToken"],
  [/\/tokens\//, "tokenId", "carrierToken"],
  [/\/attention\//, "id", "attention"],
  [/\/proof\//, "name", "picture"],
  [/^\/(t|api\/v1\/track)\//, "token", "token"],
];

export function kindOf(path: string, name: string): Kind {
  const found = parameters.find(([fits, parameter]) => parameter === name && fits.test(path));
  if (!found) throw new Error(`say what :${name} of ${path} stands for`);
  return found[2];
}

const inSandbox = { "x-environment": "sandbox" };

/** What the account has in an environment, and who else calls for it. */
export interface Populated {
  ids: Ids;
  /** The phone of the driver of the account's fleet. */
  phone: Client;
  /** The device of the customer who orders by the account's form; in live only the link. */
  orderer: Client;
  /** The server of the account's carrier. */
  carrier: Client;
  /** Secrets of its tokens, and the cookie of the phone. */
  secrets: { carrier: string; driver: string; device: string };
}

/** Makes an object of each kind. `mark` stands in every text of them. */
export async function populate(
  server: TestServer,
  receiverUrl: string,
  account: TestAccount,
  environment: Environment,
  mark = "plain",
): Promise<Populated> {
  const client = account[environment];
  const https = receiverUrl.replace("http:", "https:");
  const url = environment === "live" ? https : receiverUrl;
  const webhook = await client.post(`${platform}/webhooks`, {
    url,
    events: ["webhook.test", "shipment.created"],
    description: `An endpoint ${mark}`,
  });
  const sent = await client.post(`${platform}/webhooks/${webhook.body.id}/test`, {});
  expect(sent.status).toBe(202);
  if (environment === "sandbox")
    await client.post(`${platform}/webhooks`, { url: "waybill:inbox", events: ["shipment.created"] });
  const { shipment } = await createQuoted(
    client,
    marked(mark, environment === "live" ? {} : { simulation: { speed: "instant" } }),
  );
  const accepted = await client.post(`${platform}/shipments/${shipment.id}/assignments`, {
    strategy: "cheapest",
  });
  expect(accepted.status).toBe(201);
  const tracking = await eventually("the end of what happens by itself", async () => {
    const [pending, answer] = await Promise.all([
      client.get(`${platform}/webhooks/${webhook.body.id}/deliveries?status=pending`),
      client.get(`${platform}/tracking/${shipment.id}`),
    ]);
    if (environment === "sandbox") await client.get(`${platform}/sandbox/inbox?wait_seconds=30`);
    const over =
      environment === "live" ? answer.body.substatus === "confirmed" : answer.body.proof_of_delivery;
    return over && pending.body.data.length === 0 ? answer.body : undefined;
  });
  const events = await client.get(`${platform}/shipments/${shipment.id}/events`);
  const stage = await account.sandbox.post(`${platform}/sandbox/stages`);
  const keys = await account.session.get("/api/v1/keys");
  const sessions = await account.session.get("/api/v1/auth/sessions");
  const members = await account.session.get("/api/v1/account/members");
  const invited = { email: `${server.deps.ids.make("usr")}${mark}@example.com`, role: "viewer" };
  const invitation = await account.session.post("/api/v1/account/invitations", invited);
  const logo = await uploadLogo(account);
  await account.session.patch(`${platform}/account`, { brand: { logo_image_id: logo } }, inSandbox);
  const requests = await client.get(`${platform}/requests`);
  const carrier = await addFleet(server, environment, account.accountId, {
    name: `City Riders ${mark}`,
  });
  const token = await client.post(`${platform}/carriers/${carrier}/tokens`, { name: `server ${mark}` });
  expect(token.status).toBe(201);
  // As if the shipment had been booked with the account's own carrier.
  await server.deps.stores
    .platform(environment)
    .write(
      (tx) =>
        void tx.run(
          sql`UPDATE assignments SET carrier = json_set(carrier, '$.id', ${carrier}) WHERE id = ${accepted.body.id}`,
        ),
    );
  const hook = await addHook(server, environment, carrier, {
    accountId: account.accountId,
    text: `Kim ${mark}`,
  });
  const driver = await addDriver(server, environment, account.accountId, {
    carrierId: carrier,
    name: `Kim ${mark}`,
  });
  const device = await deviceCookie(server, driver, account.accountId);
  await giveJob(server, driver, { id: shipment.id, assignmentId: accepted.body.id });
  await client.post(`${platform}/drivers/${driver.id}/notes`, { text: `Call ${mark}` });
  const devices = await client.get(`${platform}/drivers/${driver.id}/devices`);
  const driverToken = await client.post(`${platform}/drivers/${driver.id}/tokens`, {
    name: `phone ${mark}`,
    kind: "driver",
  });
  const contact = await client.post(`${platform}/contacts`, {
    name: `Alex ${mark}`,
    instructions: `Ring ${mark}`,
  });
  const schedule = await client.post(`${platform}/schedules`, {
    name: `Bread ${mark}`,
    shipment: shipmentBody({ reference: mark }),
    days: ["mon"],
    pickup_window: { from: "09:00", to: "11:00" },
    paused: true,
  });
  const brand = { privacy_url: "https://example.com/privacy", imprint_url: "https://example.com/imprint" };
  await account.session.patch(`${platform}/account`, { brand }, inSandbox);
  const form = await createForm(client, { name: `Book shop ${mark}` });
  const orderer =
    environment === "live" ? customer(server, form.token) : await knownDevice(server, form.token);
  const order = await place(orderer, { reference: mark });
  const list = await uploadAs(
    client,
    csvOf([[mark, `Alex ${mark}`, `Street ${mark}`, "10999", "Berlin", ""]]),
  );
  await raiseAttention(server, environment, shipment.id);
  await addRecipientMail(server, environment, account, shipment.id);
  const attention = await eventually("an item of attention", async () => {
    const { body } = await client.get(`${platform}/attention`);
    return body.data[0];
  });
  const ids: Ids = {
    contact: contact.body.id,
    schedule: schedule.body.id,
    orderForm: form.id,
    order: order.body.id,
    import: list.id,
    row: "2",
    carrier,
    hook,
    carrierToken: token.body.id,
    driver: driver.id,
    device: devices.body.data[0].id,
    driverToken: driverToken.body.id,
    attention: attention.id,
    key: keys.body.data.find((key: { environment: string }) => key.environment === environment).id,
    session: sessions.body.data[0].id,
    member: members.body.data[0].id,
    invitation: invitation.body.id,
    logo,
    shipment: shipment.id,
    assignment: accepted.body.id,
    webhook: webhook.body.id,
    delivery: sent.body.id,
    event: events.body.data[0].id,
    request: requests.body.data[0].id,
    stage: stage.body.account_id,
    token: shipment.tracking_url.split("/").at(-1),
    picture: tracking.proof_of_delivery?.signature.url.split("/").at(-1) ?? "signature",
  };
  return {
    ids,
    orderer,
    phone: server.client({ cookie: device, "sec-fetch-site": "same-origin" }),
    carrier: server.client({ authorization: `Bearer ${token.body.secret}` }),
    secrets: { carrier: token.body.secret, driver: driverToken.body.secret, device },
  };
}

/** A shipment whose every text has the mark. */
export function marked(mark: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  const stop = (name: string) => ({
    contact: { name: `${name} ${mark}`, company: `Company ${mark}`, email: `${name}.${mark}@example.com` },
    address: { ...kreuzberg, line1: `Street ${mark} 1`, line2: `Floor ${mark}` },
    instructions: `Ring twice ${mark}`,
  });
  return {
    reference: `ORD ${mark}`,
    metadata: { note: `Note ${mark}` },
    pickup: stop("shop"),
    delivery: stop("alex"),
    parcels: [{ description: `Books ${mark}`, reference: `BOX ${mark}`, weight_grams: 1200 }],
    ...change,
  };
}
