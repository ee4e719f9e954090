import { minuteMs } from "@/infra/units.ts";
import { newSecret } from "@/messaging/webhooks/signing/secret.ts";
import { answerWithinMs, type BookingTerms, type Capability, type Carrier, proofs } from "../../carrier.ts";
import type { CarrierKind, CarrierWorld } from "../../kind.ts";
import { bodyOf, send, statusError } from "./call.ts";
import { checkServer, verifyServer } from "./check.ts";
import {
  readBookAnswer,
  readCancelAnswer,
  readQuoteAnswer,
  toBookCall,
  toQuoteCall,
  toUpdateCall,
  unreachable,
} from "./map.ts";
import { bookingMinutesDefault, HttpSettings, quoteSecondsDefault } from "./settings.ts";
import type { CancelCall } from "./wire.ts";

const parallelAsks = 50;
const capabilities: readonly Capability[] = ["update", "cancel", "positions", "return"];

function termsOf({ booking_minutes: minutes = bookingMinutesDefault }: HttpSettings): BookingTerms {
  return {
    honorsKey: true,
    answerWithinMs,
    retryWaitsMs: [1_000, 5_000, 15_000, 30_000],
    waitAfterTimeoutMs: 1_000,
    deadlineMs: minutes * minuteMs,
    cancelsAtOnce: false,
    enforcesProof: true,
  };
}

/** Any server that speaks our carrier protocol. */
export const httpKind: CarrierKind<typeof HttpSettings> = {
  code: "http",
  name: "Own server",
  summary: "A carrier with a server of its own that answers Waybill's carrier protocol.",
  guide: "connect-your-own-carrier",
  environments: ["sandbox", "live"],
  capabilities,
  proves: proofs,
  settings: HttpSettings,
  addressSettings: ["base_url"],
  generated: { signing_secret: newSecret },
  builtIn: [],
  connect(settings, world): Carrier {
    const { carrier, clock } = world;
    const { id, code, name, environment, accountId } = carrier;
    return {
      identity: { id, code, name },
      kind: httpKind.code,
      owner: { accountId },
      capabilities,
      proves: proofs,
      ownPin: settings.proves?.includes("pin") ?? false,
      services: [],
      limits: { parallelAsks },
      needsStreets: settings.quotes_areas !== true,
      terms: termsOf(settings),
      async quote(request, signal) {
        const refusal = unreachable(settings.needs ?? [], request);
        if (refusal) return refusal;
        const timeoutMs = (settings.quote_seconds ?? quoteSecondsDefault) * 1000;
        const body = toQuoteCall(environment, request);
        const messageId = `${request.shipmentId}_${request.round}`;
        const call = { method: "POST", path: "/quotes", messageId, body, timeoutMs } as const;
        const response = await send(settings, world, call, signal);
        return readQuoteAnswer(bodyOf(response, [200]), clock.now());
      },
      async book(request, signal) {
        const body = toBookCall(environment, request);
        const response = await send(
          settings,
          world,
          {
            method: "POST",
            path: "/bookings",
            messageId: request.callKey,
            body,
            headers: { "idempotency-key": request.idempotencyKey },
          },
          signal,
        );
        const answered = bodyOf(response, [200, 201, 202, 409]);
        return readBookAnswer(response.status, answered, request.parcels);
      },
      async update(request, signal) {
        const body = toUpdateCall(environment, request);
        const path = bookingPath(request.idempotencyKey);
        const call = { method: "PATCH", path, messageId: request.callKey, body } as const;
        const { status } = await send(settings, world, call, signal);
        if (status < 200 || status > 299) throw statusError(status);
      },
      async cancel({ idempotencyKey, callKey, reason, bookingReference }, signal) {
        const body: CancelCall = {
          action: "cancel",
          environment,
          assignment_id: idempotencyKey,
          reason_code: reason,
          reference: bookingReference,
        };
        const path = `${bookingPath(idempotencyKey)}/cancellation`;
        const call = { method: "POST", path, messageId: callKey, body } as const;
        const response = await send(settings, world, call, signal);
        const { status } = response;
        const isEmpty = status === 204 || status === 404;
        return readCancelAnswer(status, isEmpty ? undefined : bodyOf(response, [200, 409]));
      },
    };
  },
  check: (settings, world, signal) => checkServer(subjectOf(settings, world, signal)),
  verify: (settings, world, signal, sample) =>
    verifyServer({ ...subjectOf(settings, world, signal), ...(sample && { sample }) }),
};

function subjectOf(settings: HttpSettings, world: CarrierWorld, signal: AbortSignal) {
  return { settings, world, carrier: httpKind.connect(settings, world), signal };
}

function bookingPath(assignmentId: string): string {
  return `/bookings/${assignmentId}`;
}
