import type { BookingTerms, Capability, Carrier, Proof } from "../../carrier.ts";
import type { CarrierKind } from "../../kind.ts";
import { bookRate, cancelBooking, isSameShipment, purchaseTakesMs, readStatus } from "./booking.ts";
import { checkEasypost, refuseUnknownKey } from "./check.ts";
import { fetchLabel } from "./label.ts";
import { askRates } from "./quoting.ts";
import { EasypostSettings, refuseOtherKey } from "./settings.ts";
import { trackShipment } from "./tracking.ts";
import { readEasypostWebhook } from "./webhook.ts";

const parallelAsks = 8;
const capabilities: readonly Capability[] = ["cancel", "label", "return"];
const proves: readonly Proof[] = ["signature"];

const terms: BookingTerms = {
  honorsKey: false,
  answerWithinMs: 20_000,
  retryWaitsMs: [5_000, 15_000, 30_000, 60_000],
  waitAfterTimeoutMs: purchaseTakesMs,
  deadlineMs: 600_000,
  cancelsAtOnce: false,
  enforcesProof: false,
};

/**
 * An EasyPost account, and the parcel carriers behind it. Written after EasyPost's public documentation of API v2 and
 * what its client libraries recorded; our tests have not met the real service.
 */
export const easypostKind: CarrierKind<typeof EasypostSettings> = {
  code: "easypost",
  name: "EasyPost",
  summary:
    "An EasyPost account, with the parcel carriers that you have connected to it. Not yet tested with EasyPost's real service. Start with a test key in the sandbox.",
  guide: "easypost",
  environments: ["sandbox", "live"],
  capabilities,
  proves,
  settings: EasypostSettings,
  addressSettings: ["base_url"],
  generated: {},
  builtIn: [],
  connect(settings, world): Carrier {
    const { id, code, name, environment, accountId } = world.carrier;
    const easypost = { settings, world };
    return {
      identity: { id, code, name },
      kind: easypostKind.code,
      owner: { accountId },
      capabilities,
      proves: settings.signature ? proves : [],
      services: [],
      limits: { parallelAsks },
      terms,
      quote: (request, signal) => askRates(easypost, request, signal),
      book: (request, signal) => bookRate(easypost, request, signal),
      status: (booking, signal) => readStatus(easypost, booking, signal),
      // EasyPost changes nothing of a bought shipment.
      update: async () => {},
      cancel: (request, signal) => cancelBooking(easypost, request, signal),
      track: (booking, signal) => trackShipment(easypost, booking, signal),
      label: (booking, signal) => fetchLabel(easypost, booking, signal),
      sharesBooking: isSameShipment,
      readWebhook: (webhook) => readEasypostWebhook(settings, environment, webhook),
    };
  },
  async refuseWrongCredentials(settings, world, signal) {
    refuseOtherKey(settings, world.carrier.environment);
    await refuseUnknownKey({ settings, world }, signal);
  },
  check: (settings, world, signal) => checkEasypost({ settings, world }, signal),
};
