import type { BookingTerms, Capability, Carrier, Proof } from "../../carrier.ts";
import type { CarrierKind } from "../../kind.ts";
import { bookRate, cancelBooking, isSameDraft, orderTakesMs, readStatus } from "./booking.ts";
import { checkKarrio, refuseWrongKey } from "./check.ts";
import { fetchLabel } from "./label.ts";
import { askRates } from "./quoting.ts";
import { KarrioSettings } from "./settings.ts";
import { trackShipment } from "./tracking.ts";
import { readKarrioWebhook } from "./webhook.ts";

const parallelAsks = 8;
const capabilities: readonly Capability[] = ["cancel", "label"];
const proves: readonly Proof[] = ["signature"];

const terms: BookingTerms = {
  honorsKey: false,
  answerWithinMs: 20_000,
  retryWaitsMs: [5_000, 15_000, 30_000, 60_000],
  waitAfterTimeoutMs: orderTakesMs,
  deadlineMs: 600_000,
  cancelsAtOnce: false,
  enforcesProof: false,
};

/** A Karrio server, and the parcel carriers that are connected to it. Written after Karrio 2026.1.32. */
export const karrioKind: CarrierKind<typeof KarrioSettings> = {
  code: "karrio",
  name: "Karrio",
  summary: "A Karrio server of your own, with the parcel carriers that you have connected to it.",
  guide: "karrio",
  environments: ["sandbox", "live"],
  capabilities,
  proves,
  settings: KarrioSettings,
  addressSettings: ["url"],
  generated: {},
  builtIn: [],
  connect(settings, world): Carrier {
    const { id, code, name, accountId } = world.carrier;
    const karrio = { settings, world };
    return {
      identity: { id, code, name },
      kind: karrioKind.code,
      owner: { accountId },
      capabilities,
      proves: settings.signature ? proves : [],
      services: [],
      limits: { parallelAsks },
      terms,
      quote: (request, signal) => askRates(karrio, request, signal),
      book: (request, signal) => bookRate(karrio, request, signal),
      status: (booking, signal) => readStatus(karrio, booking, signal),
      // Karrio changes nothing of a bought shipment.
      update: async () => {},
      cancel: (request, signal) => cancelBooking(karrio, request, signal),
      track: (booking, signal) => trackShipment(karrio, booking, signal),
      label: (booking, signal) => fetchLabel(karrio, booking, signal),
      sharesBooking: isSameDraft,
      readWebhook: (webhook) => readKarrioWebhook(settings, webhook),
    };
  },
  refuseWrongCredentials: (settings, world, signal) => refuseWrongKey({ settings, world }, signal),
  check: (settings, world, signal) => checkKarrio({ settings, world }, signal),
};
