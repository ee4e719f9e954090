import { Type } from "@sinclair/typebox";
import type { BookingTerms, Capability, Carrier } from "../../carrier.ts";
import { answerWithinMs, proofs } from "../../carrier.ts";
import { type CarrierKind, simulatedCode } from "../../kind.ts";
import { fleet } from "./fleet.ts";
import { quoteOf } from "./map.ts";

/** The simulator runs in this process and starts once for a key, so a retry is quick and safe. */
const terms: BookingTerms = {
  honorsKey: true,
  answerWithinMs,
  retryWaitsMs: [1_000, 5_000, 15_000, 30_000],
  waitAfterTimeoutMs: 1_000,
  deadlineMs: 600_000,
  cancelsAtOnce: true,
  enforcesProof: true,
};

/** The simulated carrier quotes in this process: no quote waits for a network. */
const parallelAsks = 200;
const capabilities: readonly Capability[] = ["update", "cancel", "positions", "return"];

const Settings = Type.Object({ code: Type.String() }, { additionalProperties: false });

/**
 * Carriers of the sandbox. They accept every booking. The simulator decides what happens then, and reports it as a real
 * carrier would.
 */
export const simulatedKind: CarrierKind<typeof Settings> = {
  code: simulatedCode,
  name: "Simulated carrier",
  summary: "A carrier of the sandbox: it makes offers and drives, but nothing moves.",
  environments: ["sandbox"],
  capabilities,
  proves: proofs,
  settings: Settings,
  addressSettings: [],
  generated: {},
  builtIn: fleet.map(({ id, code, name }) => ({ id, code, name, settings: { code } })),
  connect({ code }, { carrier: identity, simulator }): Carrier {
    const carrier = fleet.find((candidate) => candidate.code === code);
    if (!carrier) throw new Error(`there is no simulated carrier ${code}`);
    return {
      identity: { id: identity.id, code: identity.code, name: identity.name },
      kind: simulatedKind.code,
      owner: { accountId: null },
      capabilities,
      proves: proofs,
      services: [carrier.service],
      limits: { parallelAsks },
      terms,
      quote: async (request) => quoteOf(carrier, request),
      async book({ idempotencyKey }) {
        await simulator.begin(idempotencyKey);
        return {
          kind: "booked",
          reference: `${carrier.code}:${idempotencyKey}`,
          driver: null,
          confirmed: false,
        };
      },
      update: async () => {},
      cancel: ({ idempotencyKey }) => simulator.cancel(idempotencyKey),
    };
  },
};
