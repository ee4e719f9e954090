import type { Page } from "playwright-core";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { platform } from "../support/fixtures.ts";
import type { TestServer } from "../support/harness.ts";
import { addPerson } from "../support/people.ts";

/** Names of 60 characters for something in every list, so that each page shows what becomes of its columns. */

/** Without a blank, so that it cannot be broken. */
export const longName = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".padEnd(60, "x");
const longEmail = `${longName}@example.com`;

interface LongNames {
  page: Page;
  server: TestServer;
  environment: Environment;
  /** Of a carrier and of a driver that have pages of their own. */
  carrier: string;
  driver: string;
}

/** Adds them to the account that is signed in on the page. */
export async function addLongNames({ page, server, environment, carrier, driver }: LongNames): Promise<void> {
  const headers = { "sec-fetch-site": "same-origin", "x-environment": environment };
  async function post(path: string, data: object = {}) {
    const answer = await page.request.post(`${server.url}${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  }
  const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
  await addPerson(server, account.id, "viewer", `${environment}-${longEmail}`);
  await post("/api/v1/account/invitations", { email: longEmail, role: "dispatcher" });
  await post("/api/v1/keys", { name: longName, environment, scopes: ["usage:read", "events:read"] });
  await post(`${platform}/webhooks`, {
    url: `https://shop.example.com/hooks/${longName}`,
    description: longName,
    events: ["shipment.delivered", "tracking.substatus_changed"],
  });
  const fleet = { kind: "fleet", code: longName.toLowerCase().slice(0, 30), name: longName, settings: {} };
  const { id: fleetId } = await post(`${platform}/carriers`, fleet);
  await post(`${platform}/carriers/${carrier}/tokens`, { name: longName });
  await post(`${platform}/drivers`, {
    carrier_id: fleetId,
    name: longName,
    vehicle: { type: "cargo_bike", plate: longName.slice(0, 20) },
  });
  await post(`${platform}/drivers/${driver}/tokens`, { name: longName, kind: "positions" });
  const { url } = await post(`${platform}/drivers/${driver}/link`);
  const code = url.split("#")[1];
  await server.client().post("/api/v1/driver/link", { code, device_name: longName });
  await post(`${platform}/shipments`, {
    ...shortShipment,
    reference: longName,
    delivery: {
      ...shortShipment.delivery,
      contact: { ...shortShipment.delivery.contact, name: longName },
      address: { ...shortShipment.delivery.address, line1: longName, city: longName },
    },
  });
  await page.request.get(`${server.url}${platform}/shipments/${longName}`, { headers });
}
