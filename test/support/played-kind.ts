import { type Static, Type } from "@sinclair/typebox";
import type { Carrier } from "../../src/delivery/carriers/carrier.ts";
import type { WebhookRequest } from "../../src/delivery/carriers/carrier-webhook.ts";
import { productionCredentials } from "../../src/delivery/carriers/credentials.ts";
import type { CarrierKind, CheckPoint } from "../../src/delivery/carriers/kind.ts";
import { carrierKinds } from "../../src/delivery/carriers/registry.ts";
import { type PlayedCarrier, playCarrier } from "./carriers.ts";

const Settings = Type.Object({
  base_url: Type.String({ maxLength: 500, title: "Base URL" }),
  signing_secret: Type.String({ writeOnly: true, pattern: "^whsec_.+$", maxLength: 200 }),
  api_key: Type.Optional(Type.String({ writeOnly: true, maxLength: 200 })),
  region: Type.Optional(Type.String({ maxLength: 20 })),
});
type Settings = Static<typeof Settings>;

/** What the carriers of the kind do in a test, and which were connected, by id. */
export interface PlayedKind {
  kinds: readonly CarrierKind[];
  connected: Map<string, PlayedCarrier & { settings: Settings }>;
  /** Set before a carrier is set up: it then has a webhook address. */
  readWebhook?: Carrier["readWebhook"];
  check(settings: Settings, signal: AbortSignal): Promise<CheckPoint[]>;
}

const unplayed = { kind: "ignored", reason: "The test plays no webhooks." } as const;

/** The kinds of Waybill, and `played`: it has an address, a generated secret, an optional one and a plain setting. */
export function playKind(): PlayedKind {
  const played: PlayedKind = {
    kinds: [],
    connected: new Map(),
    check: async () => [{ code: "reachable", passed: true, detail: "It answered.", durationMs: 1.4 }],
  };
  const kind: CarrierKind<typeof Settings> = {
    code: "played",
    name: "Played",
    summary: "A carrier that a test plays.",
    environments: ["sandbox", "live"],
    capabilities: ["update", "cancel"],
    proves: ["signature", "photo", "pin", "min_age"],
    settings: Settings,
    addressSettings: ["base_url"],
    generated: { signing_secret: (ids) => `whsec_${Buffer.from(ids.bytes(24)).toString("base64")}` },
    builtIn: [],
    connect(settings, { carrier: { id, code, name, accountId } }) {
      const carrier = {
        ...playCarrier(code),
        capabilities: kind.capabilities,
        identity: { id, code, name },
        owner: { accountId },
        settings,
        ...(played.readWebhook && {
          readWebhook: (hook: WebhookRequest) => played.readWebhook?.(hook) ?? unplayed,
        }),
      };
      played.connected.set(id, carrier);
      return carrier;
    },
    async refuseWrongCredentials({ api_key }, { carrier }) {
      if (carrier.environment === "sandbox" && api_key?.startsWith("production"))
        throw productionCredentials("api_key");
    },
    check: (settings, _world, signal) => played.check(settings, signal),
  };
  played.kinds = [...carrierKinds, kind as unknown as CarrierKind];
  return played;
}
