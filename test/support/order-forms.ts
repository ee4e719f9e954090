import { parseCidrs } from "../../src/infra/net/address.ts";
import { platform } from "./fixtures.ts";
import { type Answer, type Client, startServer, type TestServer } from "./harness.ts";

/** Customers who order by a form, each from an address of their own. */

export const forms = `${platform}/order-forms`;
export const requests = `${platform}/order-requests`;
export const open = "/api/v1/order-form";

export const shop = { name: "Book shop", email: "shop@example.com", phone: "+4930111222", number: "K-1042" };
const address = { line1: "Torstraße 1", city: "Berlin", postal_code: "10119", country: "DE" };
export const newForm = {
  name: "Book shop",
  customer: shop,
  pickup: { contact: { name: "Book shop", phone: "+4930111222" }, address },
  price: { markup_percent: 20 },
  may: ["cancel"],
};
export const order = {
  delivery: {
    contact: { name: "Ada Park", phone: "+4930123456", email: "ada@example.com" },
    address: { line1: "Oranienstraße 25", city: "Berlin", postal_code: "10999", country: "DE" },
  },
  parcels: [{ weight_grams: 900, description: "Books" }],
  reference: "order-7",
};

export const startShop = (options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> =>
  startServer({
    ...options,
    config: { trustedProxies: parseCidrs(["127.0.0.0/8", "::1/128"]), ...options.config },
  });

let addresses = 0;
/** A public address that nobody has called from. */
export function nextAddress(): string {
  addresses += 1;
  return `203.0.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

export interface Form {
  id: string;
  token: string;
  body: Answer["body"];
}

export async function createForm(client: Client, change: object = {}): Promise<Form> {
  const answer = await client.post(forms, { ...newForm, ...change });
  if (answer.status !== 201) throw new Error(`the form gave ${answer.status}: ${answer.text}`);
  const [, token = ""] = answer.body.url.split("#");
  return { id: answer.body.id, token, body: answer.body };
}

/** Calls by the link of a form, each from another address unless one is named. */
export function customer(server: TestServer, token: string, headers: Record<string, string> = {}): Client {
  const one = () => server.client({ "x-order-form": token, "x-forwarded-for": nextAddress(), ...headers });
  return {
    get: (...call) => one().get(...call),
    post: (...call) => one().post(...call),
    put: (...call) => one().put(...call),
    patch: (...call) => one().patch(...call),
    delete: (...call) => one().delete(...call),
    send: (...call) => one().send(...call),
  };
}

let keys = 0;
export function place(client: Client, change: object = {}, key?: string): Promise<Answer> {
  keys += 1;
  return client.post(`${open}/orders`, { ...order, ...change }, { "idempotency-key": key ?? `tap-${keys}` });
}

/** A device of the sandbox's customer on which the code was entered. */
export async function knownDevice(server: TestServer, token: string): Promise<Client> {
  const client = customer(server, token);
  const { code } = (await client.post(`${open}/code`)).body;
  const { status, body } = await client.post(`${open}/devices`, { code });
  if (status !== 201) throw new Error(`the code gave ${status}: ${JSON.stringify(body)}`);
  return customer(server, token, { "x-order-device": body.secret });
}
