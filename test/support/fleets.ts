import type { Environment } from "../../src/infra/environment.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "./carrier-rows.ts";
import { createShipment, platform } from "./fixtures.ts";
import { type Answer, type Client, eventually, type TestServer } from "./harness.ts";

/** An active fleet with a card that is open at all times. `accountId` is null for one of the installation. */
export async function addOpenFleet(
  server: TestServer,
  accountId: string | null,
  settings: Record<string, unknown> = {},
  environment: Environment = "sandbox",
): Promise<string> {
  return addFleet(server, environment, accountId, { status: "active", settings }, plainCard);
}

/** A shipment whose offer of this fleet was accepted. */
export async function acceptFleet(
  client: Client,
  carrierId: string,
  change: Record<string, unknown> = {},
): Promise<{ id: string; assignmentId: string }> {
  const { id } = await createShipment(client, change);
  const quote = await eventually("the fleet's offer", async () => {
    const { body } = await client.get(`${platform}/shipments/${id}/quotes`);
    return body.data.find(({ carrier }: Answer["body"]) => carrier.id === carrierId);
  });
  const { status, body } = await client.post(`${platform}/shipments/${id}/assignments`, {
    quote_id: quote.id,
  });
  if (status !== 201) throw new Error(`accepting gave ${status}: ${body.detail}`);
  return { id, assignmentId: body.id };
}
