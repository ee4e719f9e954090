import {
  type BookingCall,
  type BookingName,
  type BookingTerms,
  type BookRequest,
  type Carrier,
  capabilities,
  type Offer,
  proofs,
  type QuoteAnswer,
} from "../../src/delivery/carriers/carrier.ts";
import { sha256Hex } from "../../src/infra/ids.ts";

type Verb = "quote" | "book" | "update" | "cancel" | "status" | "track";

/** Policies of a carrier that books once per key. The tests that count retries rely on its waits. */
const patientTerms: BookingTerms = {
  honorsKey: true,
  answerWithinMs: 20_000,
  retryWaitsMs: [1_000, 5_000, 15_000, 30_000],
  waitAfterTimeoutMs: 1_000,
  deadlineMs: 600_000,
  cancelsAtOnce: true,
  enforcesProof: true,
};

/** A carrier controlled by a test, with the calls that it got. */
export interface PlayedCarrier extends Carrier {
  calls: { verb: Verb; key: string }[];
}

/** By default it makes one offer, accepts every booking and confirms it. */
export function playCarrier(
  code: string,
  play: Partial<Pick<Carrier, Verb>> & { terms?: Partial<BookingTerms> } = {},
): PlayedCarrier {
  const calls: PlayedCarrier["calls"] = [];
  const { status, track } = play;
  return {
    identity: { id: `car_0${sha256Hex(code).slice(0, 25)}`, code, name: code },
    kind: "played",
    owner: { accountId: null },
    capabilities,
    proves: proofs,
    services: [],
    limits: { parallelAsks: 200 },
    terms: { ...patientTerms, ...play.terms },
    calls,
    quote(request, signal) {
      calls.push({ verb: "quote", key: `${request.shipmentId}:${request.round}` });
      return play.quote ? play.quote(request, signal) : Promise.resolve(offers({ amount: 1000 }));
    },
    book(request, signal) {
      calls.push({ verb: "book", key: request.idempotencyKey });
      return play.book ? play.book(request, signal) : Promise.resolve(booked(request));
    },
    update(request, signal) {
      calls.push({ verb: "update", key: request.idempotencyKey });
      return play.update ? play.update(request, signal) : Promise.resolve();
    },
    cancel(request, signal) {
      calls.push({ verb: "cancel", key: request.idempotencyKey });
      return play.cancel ? play.cancel(request, signal) : Promise.resolve({ kind: "cancelled", fee: null });
    },
    ...(status && {
      status(booking: BookingCall, signal: AbortSignal) {
        calls.push({ verb: "status", key: booking.idempotencyKey });
        return status(booking, signal);
      },
    }),
    ...(track && {
      track(booking: BookingName, signal: AbortSignal) {
        calls.push({ verb: "track", key: booking.idempotencyKey });
        return track(booking, signal);
      },
    }),
  };
}

export function booked(request: BookRequest) {
  return {
    kind: "booked" as const,
    reference: `ref-${request.idempotencyKey}`,
    driver: null,
    confirmed: true,
  };
}

/** `minutes: null` is an offer without estimates. */
export function offers(...list: Parameters<typeof offer>[0][]): QuoteAnswer {
  return { kind: "offers", offers: list.map(offer) };
}

function offer({
  amount,
  minutes = 60,
  day,
  expiresAt,
}: {
  amount: number;
  minutes?: number | null;
  /** Instead of a time: a parcel carrier's. */
  day?: string;
  expiresAt?: number;
}): Offer {
  return {
    service: { code: "standard", name: "Standard" },
    currency: "EUR",
    priceLines: [{ code: "base", name: "Base fare", amount }],
    estimatedPickupAt: minutes === null ? null : Date.now(),
    estimatedDeliveryAt: minutes === null ? null : Date.now() + minutes * 60_000,
    ...(day === undefined ? {} : { estimatedDeliveryDate: day }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** A promise that the test resolves, for a carrier that answers on command. */
export const gate = <T = void>() => Promise.withResolvers<T>();

export const never = <T>(): Promise<T> => new Promise<T>(() => {});
