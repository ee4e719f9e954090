import { sql } from "drizzle-orm";
import { secretPlace } from "../../src/delivery/carriers/settings.ts";
import { carrierStore } from "../../src/delivery/carriers/store.ts";
import { write } from "../../src/infra/deps.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addCarrier, storeCard } from "./carrier-rows.ts";
import { startExampleCarrier } from "./example-carrier.ts";
import type { TestServer } from "./harness.ts";
import { type EasypostFault, playEasypost } from "./played-easypost.ts";
import { playKarrio } from "./played-karrio.ts";
import type { KarrioFault } from "./played-karrio-faults.ts";

/** What the conformance suite needs of a kind of carrier: every kind of the registry has its fixture here. */
export interface KindFixture {
  environment: Environment;
  /** Sets a carrier of the kind up for an account. @returns its id */
  setUp(accountId: string): Promise<string>;
  /** How often the carrier booked an assignment, by its own books; left out where it has none of its own. */
  bookings?(assignmentId: string): number;
  /** Sets up carriers with whom something goes wrong; the first never answers. Left out in this process. */
  setUpFaulty?(accountId: string): Promise<string[]>;
  /** Secrets of these carriers. */
  secrets: string[];
  stop(): Promise<void>;
}

export const kindFixtures: Record<string, (server: TestServer) => Promise<KindFixture>> = {
  async simulated({ deps }) {
    const { db } = deps.stores.platform("sandbox");
    const [carrier] = deps.carriers("sandbox", "acct_none");
    return {
      environment: "sandbox",
      setUp: async () => carrier?.identity.id ?? "",
      bookings: (id) => db.all(sql`SELECT 1 FROM simulations WHERE assignment_id = ${id}`).length,
      secrets: [],
      stop: async () => {},
    };
  },

  async fleet(server) {
    return {
      environment: "live",
      async setUp(accountId) {
        const id = await addCarrier(server, "live", accountId, { kind: "fleet", secrets: {} });
        await write(server.deps, "live", (writing) => {
          const row = carrierStore(writing.tx).find(id);
          if (row) storeCard(writing, row, plainCard);
        });
        return id;
      },
      secrets: [],
      stop: async () => {},
    };
  },

  async http(server) {
    const example = await startExampleCarrier();
    const { deps } = server;
    const at = async (accountId: string, fault: Parameters<typeof example.baseUrl>[0]) => {
      const id = deps.ids.make("car");
      const secret = deps.vault.seal(example.secret, secretPlace(id, "signing_secret"));
      const settings = { base_url: example.baseUrl(fault) };
      await addCarrier(server, "live", accountId, {
        id,
        kind: "http",
        code: `http_${fault}`,
        settings,
        secrets: { signing_secret: secret },
      });
      return id;
    };
    return {
      environment: "live",
      setUp: (accountId) => at(accountId, "well"),
      bookings: (id) => example.ledger().filter(({ job }) => job.assignment_id === id).length,
      setUpFaulty: (accountId) =>
        Promise.all(
          (["silent", "broken", "forging", "html", "huge", "lost"] as const).map((fault) =>
            at(accountId, fault),
          ),
        ),
      secrets: [example.secret, example.secret.slice("whsec_".length)],
      stop: example.stop,
    };
  },

  async karrio(server) {
    const karrio = await playKarrio();
    const { deps } = server;
    const at = async (accountId: string, fault: KarrioFault) => {
      const id = deps.ids.make("car");
      await addCarrier(server, "live", accountId, {
        id,
        kind: "karrio",
        code: `karrio_${fault}`,
        settings: { url: karrio.url(fault) },
        secrets: { api_key: deps.vault.seal(karrio.liveKey, secretPlace(id, "api_key")) },
      });
      return id;
    };
    return {
      environment: "live",
      setUp: (accountId) => at(accountId, "well"),
      bookings: (id) => karrio.labelsOf(id),
      setUpFaulty: (accountId) =>
        Promise.all(
          (["silent", "broken", "huge", "down", "cut"] as const).map((fault) => at(accountId, fault)),
        ),
      secrets: [karrio.liveKey],
      stop: karrio.stop,
    };
  },

  async easypost(server) {
    const easypost = await playEasypost();
    const { deps } = server;
    const at = async (accountId: string, fault: EasypostFault) => {
      const id = deps.ids.make("car");
      await addCarrier(server, "live", accountId, {
        id,
        kind: "easypost",
        code: `easypost_${fault}`,
        settings: { base_url: easypost.url(fault) },
        secrets: { api_key: deps.vault.seal(easypost.liveKey, secretPlace(id, "api_key")) },
      });
      return id;
    };
    return {
      environment: "live",
      setUp: (accountId) => at(accountId, "well"),
      setUpFaulty: (accountId) =>
        Promise.all(
          (["silent", "broken", "html", "huge", "limited"] as const).map((fault) => at(accountId, fault)),
        ),
      secrets: [easypost.liveKey, Buffer.from(`${easypost.liveKey}:`).toString("base64")],
      stop: easypost.stop,
    };
  },
};
