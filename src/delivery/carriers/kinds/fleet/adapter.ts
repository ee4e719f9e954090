import { createTurns, inSlices, nextTurn } from "@/infra/waiting/turns.ts";
import { answerWithinMs, type BookingTerms, type Carrier, capabilities, proofs } from "../../carrier.ts";
import { type CarrierKind, fleetCode } from "../../kind.ts";
import { noCard, quoteOf } from "./map.ts";
import { rate } from "./rating.ts";
import { attentionOf, dispatchTermsOf, FleetSettings, firstFleetSettings } from "./settings.ts";

/** The fleet is part of this process: nothing can be lost on the way. */
const terms: BookingTerms = {
  honorsKey: true,
  answerWithinMs,
  retryWaitsMs: [1_000, 5_000, 15_000, 30_000],
  waitAfterTimeoutMs: 1_000,
  deadlineMs: 600_000,
  cancelsAtOnce: true,
  enforcesProof: true,
};

const inTurn = createTurns();

/**
 * Large cards take many milliseconds to read and to apply, and an account may have fifty: they are read and applied one
 * after another, so that others' requests come in between. @throws the signal's reason
 */
function inOwnTurn<T>(owner: string | null, signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  return inTurn(owner ?? "installation", async () => {
    await nextTurn();
    signal.throwIfAborted();
    return work();
  });
}

/**
 * An account's own drivers, priced by a rate card. A fleet confirms every booking at once, without a driver: somebody
 * assigns one later, or Waybill asks the nearest.
 */
export const fleetKind: CarrierKind<typeof FleetSettings> = {
  code: fleetCode,
  name: "Own fleet",
  summary: "Your own drivers, with prices from a rate card.",
  guide: "fleet",
  environments: ["sandbox", "live"],
  capabilities,
  proves: proofs,
  settings: FleetSettings,
  addressSettings: [],
  generated: {},
  firstSettings: firstFleetSettings,
  builtIn: [],
  async check(_settings, { rateCardVersion }) {
    const version = rateCardVersion();
    const detail = version > 0 ? `Version ${version} of the rate card is in use.` : "Add a rate card.";
    return [{ code: "rate_card", passed: version > 0, detail, durationMs: 0 }];
  },
  connect(settings, { carrier, rateCard, rateCardServices, load, distance }): Carrier {
    const { id, code, name, accountId } = carrier;
    return {
      identity: { id, code, name },
      kind: fleetKind.code,
      owner: { accountId },
      capabilities: fleetKind.capabilities,
      proves: fleetKind.proves,
      get services() {
        return rateCardServices().map(({ code, name }) => ({ code, name }));
      },
      limits: { parallelAsks: 200 },
      terms,
      dispatch: dispatchTermsOf(settings, rateCardServices),
      attention: attentionOf(settings),
      freeWaitingMinutes: settings.free_waiting_minutes ?? null,
      async quote(request, signal) {
        const card = await inOwnTurn(accountId, signal, rateCard);
        if (!card) return noCard;
        const { pickup, delivery } = request;
        const way = await distance(pickup.address, delivery.address, signal);
        return inOwnTurn(accountId, signal, async () =>
          quoteOf(card, await inSlices(rate(card, request, way, load(request.now)), signal)),
        );
      },
      book: async ({ idempotencyKey }) => ({
        kind: "booked",
        reference: idempotencyKey,
        driver: null,
        confirmed: true,
      }),
      update: async () => {},
      cancel: async () => ({ kind: "cancelled", fee: null }),
    };
  },
};
