import { Type } from "@sinclair/typebox";
import type { BookingTerms, Carrier, CarrierKind } from "../carrier.ts";
import { fleet } from "./fleet.ts";
import { quoteOf } from "./map.ts";

/** The simulator runs in this process and starts once for a key, so a retry is quick and safe. */
const booking: BookingTerms = {
  honorsKey: true,
  answerWithinMs: 20_000,
  retryWaitsMs: [1_000, 5_000, 15_000, 30_000],
  waitAfterTimeoutMs: 1_000,
  deadlineMs: 600_000,
};

const Settings = Type.Object({ code: Type.String() }, { additionalProperties: false });

/**
 * Carriers of the sandbox. They accept every booking. The simulator decides what happens then, and reports it as a real
 * carrier would.
 */
export const simulatedKind: CarrierKind<typeof Settings> = {
  code: "simulated",
  name: "Simulated carrier",
  environments: ["sandbox"],
  settings: Settings,
  builtIn: fleet.map(({ code }) => ({ code })),
  connect({ code }, { simulator }): Carrier {
    const carrier = fleet.find((candidate) => candidate.code === code);
    if (!carrier) throw new Error(`there is no simulated carrier ${code}`);
    return {
      identity: { id: carrier.id, code: carrier.code, name: carrier.name },
      kind: simulatedKind.code,
      capabilities: { update: true, cancel: true },
      booking,
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
      cancel: ({ idempotencyKey }) => simulator.abandon(idempotencyKey),
    };
  },
};
