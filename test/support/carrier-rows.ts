import { renewCarrier } from "../../src/delivery/carriers/connections.ts";
import { cardText, serviceNames } from "../../src/delivery/carriers/kinds/fleet/card-text.ts";
import { storeCardText } from "../../src/delivery/carriers/kinds/fleet/cards.ts";
import { exampleCard } from "../../src/delivery/carriers/kinds/fleet/example.ts";
import type { RateCard } from "../../src/delivery/carriers/kinds/fleet/schema.ts";
import { secretPlace } from "../../src/delivery/carriers/settings.ts";
import { type CarrierRow, carrierStore } from "../../src/delivery/carriers/store.ts";
import { type Writing, write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import type { TestServer } from "./harness.ts";

let added = 0;

/** Stores a carrier of an account, of a kind that nobody can connect. @returns its id */
export async function addCarrier(
  { deps }: TestServer,
  environment: Environment,
  accountId: string | null,
  change: Partial<CarrierRow> = {},
): Promise<string> {
  added += 1;
  const id = deps.ids.make("car");
  const secret = deps.vault.seal("whsec_c2VjcmV0", secretPlace(id, "signing_secret"));
  await write(deps, environment, ({ tx, now }) =>
    carrierStore(tx).insert({
      id,
      accountId,
      accounts: null,
      code: `carrier_${added}`,
      name: "City Riders",
      kind: "played",
      status: "active",
      settings: {},
      secrets: { signing_secret: secret },
      margin: null,
      load: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      unsettled: false,
      ...change,
    }),
  );
  return id;
}

/** Stores a card as the next version, unless it is what the current one says. @returns its version */
export function storeCard(writing: Writing, carrier: CarrierRow, card: RateCard): number {
  return storeCardText(writing, carrier, cardText(card), serviceNames(card));
}

/** Stores a fleet, by default with the example's rate card, paused unless it says otherwise. @returns its id */
export async function addFleet(
  server: TestServer,
  environment: Environment,
  accountId: string | null,
  change: Partial<CarrierRow> = {},
  card: RateCard = exampleCard,
): Promise<string> {
  const kind = { kind: "fleet", status: "paused", secrets: {} } as const;
  const id = await addCarrier(server, environment, accountId, { ...kind, ...change });
  await write(server.deps, environment, (writing) => {
    const row = carrierStore(writing.tx).find(id);
    if (!row) return;
    storeCard(writing, row, card);
    renewCarrier(writing, row);
  });
  return id;
}
