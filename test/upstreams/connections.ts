import type { Karrio } from "./karrio.ts";
import rateSheet from "./rate-sheet.json";

/** The carriers behind Karrio: one with a rate sheet that makes labels itself, and one with a server. */

export const own = "own-couriers";
export const slow = "slow-post";

export async function connectCarriers(karrio: Karrio, slowUrl: string): Promise<void> {
  const generic = {
    carrier_name: "generic",
    carrier_id: own,
    credentials: {
      display_name: "Own Couriers",
      custom_carrier_name: "own_couriers",
      account_country_code: "DE",
      account_number: "A-1",
    },
  };
  const postat = {
    carrier_name: "postat",
    carrier_id: slow,
    credentials: { client_id: "1", org_unit_id: "2", org_unit_guid: "3" },
    config: { server_url: slowUrl },
  };
  const { id } = (await made(karrio.call("POST", "/v1/connections", generic))).body;
  await made(karrio.call("POST", "/v1/connections", postat));
  await made(karrio.call("POST", "/v1/connections", generic, karrio.testKey));
  const variables = { input: { ...rateSheet.input, carriers: [id] } };
  const { body } = await made(karrio.call("POST", "/graphql", { query: rateSheet.query, variables }));
  if (body.errors) throw new Error(`Karrio refused the rate sheet: ${JSON.stringify(body.errors)}`);
}

async function made<T extends { status: number; body: unknown }>(call: Promise<T>): Promise<T> {
  const answer = await call;
  if (answer.status >= 300) throw new Error(`Karrio refused a connection: ${JSON.stringify(answer.body)}`);
  return answer;
}
