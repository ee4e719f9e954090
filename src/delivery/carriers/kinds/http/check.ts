import { newSecret } from "@/messaging/webhooks/signing/secret.ts";
import { isCallError } from "../../call-error.ts";
import type { BookAnswer, Carrier, Offer, QuoteAnswer } from "../../carrier.ts";
import type { CarrierResponse, CarrierWorld, CheckPoint, Sample, VerifiedPoint } from "../../kind.ts";
import { send } from "./call.ts";
import { readQuoteAnswer, toQuoteCall } from "./map.ts";
import { sampleBooking, sampleQuote } from "./sample.ts";
import type { HttpSettings } from "./settings.ts";

/** Checks of a carrier's server: what a check asks, and the whole conformance suite, which books and cancels. */

/** More than the five minutes that Standard Webhooks 1.0 allows. */
const outdatedMs = 600_000;

interface Subject {
  settings: HttpSettings;
  world: CarrierWorld;
  carrier: Carrier;
  signal: AbortSignal;
  /** What is quoted and booked; undefined: a parcel across Berlin. */
  sample?: Sample;
}

/** @returns what was found, in a sentence; throws what is wrong */
type Point = readonly [code: string, find: (subject: Subject) => Promise<string>];

/** Of a server that cannot be reached, nothing else can be found out. */
const reachable = "reachable";

const questions: readonly Point[] = [
  [reachable, isReached],
  ["answers_quotes", async (subject) => describeQuotes(await ask(subject))],
  ["refuses_wrong_signature", refusesWrongSignature],
  ["refuses_old_timestamp", refusesOldTimestamp],
];

/** Asks and books nothing. */
export async function checkServer(subject: Subject): Promise<CheckPoint[]> {
  const points = await Array.fromAsync(run(subject, questions));
  return points.map((point) => ({ ...point, passed: point.passed === true }));
}

/** The conformance suite. It books one sample, and cancels it. */
export async function* verifyServer(subject: Subject): AsyncGenerator<VerifiedPoint> {
  const points: Point[] = [["ignores_unknown_members", ignoresUnknownMembers], ...bookingPoints(subject)];
  yield* run(subject, [...questions, ...points]);
}

async function* run(subject: Subject, points: readonly Point[]): AsyncGenerator<VerifiedPoint> {
  const { clock, log } = subject.world;
  for (const [code, find] of points) {
    const begunMs = clock.monotonic();
    const point = await find(subject).then(
      (detail) => ({ code, passed: true, detail }),
      (error) => {
        subject.signal.throwIfAborted();
        if (!isCallError(error) && !isFault(error) && !isUntried(error))
          log.error({ err: error, code }, "Check of a carrier failed");
        return { code, passed: isUntried(error) ? null : false, detail: String(error.message) };
      },
    );
    yield { ...point, durationMs: Math.round(clock.monotonic() - begunMs) };
    if (code === reachable && !point.passed) return;
  }
}

function ask({ carrier, world, signal, sample }: Subject): Promise<QuoteAnswer> {
  return carrier.quote(sampleQuote(world, sample), signal);
}

function describeQuotes(answer: QuoteAnswer): string {
  if (answer.kind === "unavailable") return `The carrier is unavailable for the sample: ${answer.message}`;
  return `The carrier made ${answer.offers.length === 1 ? "one offer" : `${answer.offers.length} offers`}.`;
}

function askRaw(
  { settings, world, signal, sample }: Subject,
  members: Record<string, unknown> = {},
): Promise<CarrierResponse> {
  const request = sampleQuote(world, sample);
  const body = { ...toQuoteCall(world.carrier.environment, request), ...members };
  return send(
    settings,
    world,
    { method: "POST", path: "/quotes", messageId: request.shipmentId, body },
    signal,
  );
}

async function isReached(subject: Subject): Promise<string> {
  const { status } = await askRaw(subject);
  return `The carrier's server answered with status ${status}.`;
}

async function refusesWrongSignature(subject: Subject): Promise<string> {
  const signing_secret = newSecret(subject.world.ids);
  const { status } = await askRaw({ ...subject, settings: { ...subject.settings, signing_secret } });
  return refusal(status, "a request with a wrong signature");
}

async function refusesOldTimestamp(subject: Subject): Promise<string> {
  const { realClock } = subject.world;
  const world = { ...subject.world, realClock: { ...realClock, now: () => realClock.now() - outdatedMs } };
  const { status } = await askRaw({ ...subject, world });
  return refusal(status, "a request that is ten minutes old");
}

function refusal(status: number, what: string): string {
  if (status >= 400 && status < 500) return `The carrier refused ${what} with status ${status}.`;
  throw fault(`The carrier answered ${what} with status ${status}. It must refuse it with 401.`);
}

async function ignoresUnknownMembers(subject: Subject): Promise<string> {
  const { status, body } = await askRaw(subject, { later_version: { member: true } });
  if (status !== 200) throw fault(`The carrier answered an unknown member with status ${status}.`);
  readQuoteAnswer(JSON.parse(body), subject.world.clock.now());
  return "The carrier ignored an unknown member.";
}

/** One booking from its offer to its end. */
function bookingPoints({ carrier, world, signal, sample }: Subject): Point[] {
  const assignmentId = world.ids.make("asg");
  let booked: BookAnswer | undefined;
  let offer: Offer | undefined;
  const name = (call: string) => ({
    idempotencyKey: assignmentId,
    bookingReference: referenceOf(booked),
    offerReference: offer?.reference ?? null,
    callKey: `${assignmentId}_${call}`,
    purchaseSentAt: null,
  });
  const requireOffer = (): Offer => {
    if (offer) return offer;
    throw untried("The carrier made no offer for the sample, so nothing was booked.");
  };
  const book = async () => {
    return carrier.book({ ...sampleBooking(world, requireOffer(), sample), ...name("book") }, signal);
  };
  const cancelBooked = async () => {
    requireOffer();
    return describeCancellation(
      await carrier.cancel({ ...name("cancel"), reason: "cancelled_by_client" }, signal),
    );
  };
  return [
    [
      "books",
      async () => {
        const answer = await carrier.quote(sampleQuote(world, sample), signal);
        offer = answer.kind === "offers" ? answer.offers[0] : undefined;
        booked = await book();
        if (booked.kind !== "rejected") return `The carrier answered: ${booked.kind}.`;
        throw fault(`The carrier rejected the sample: ${booked.message}`);
      },
    ],
    [
      "books_once",
      async () => {
        const again = await Promise.all([book(), book()]);
        const references = new Set([booked, ...again].map(referenceOf));
        if (references.size === 1) return "The same booking, sent three times, has one reference.";
        throw fault("The same booking, sent again, got another reference.");
      },
    ],
    [
      "updates",
      async () => {
        requireOffer();
        const { pickup, delivery } = sampleQuote(world, sample);
        await carrier.update({ ...name("update"), pickup, delivery }, signal);
        return "The carrier accepted changed contacts and instructions.";
      },
    ],
    ["cancels", cancelBooked],
    ["cancels_again", cancelBooked],
    [
      "cancels_unknown",
      async () => {
        const idempotencyKey = world.ids.make("asg");
        const unknown = {
          idempotencyKey,
          bookingReference: null,
          offerReference: null,
          callKey: `${idempotencyKey}_cancel`,
          purchaseSentAt: null,
        };
        return describeCancellation(await carrier.cancel({ ...unknown, reason: "timeout" }, signal));
      },
    ],
  ];
}

function referenceOf(answer: BookAnswer | undefined): string | null {
  return answer === undefined || answer.kind === "rejected" ? null : answer.reference;
}

function describeCancellation(answer: Awaited<ReturnType<Carrier["cancel"]>>): string {
  return `The carrier answered: ${answer.kind}.`;
}

const faulty = "WAYBILL_CHECK";
const notTried = "WAYBILL_UNTRIED";

function fault(message: string): Error {
  return Object.assign(new Error(message), { code: faulty });
}

function isFault(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === faulty;
}

/** A point that another one made pointless. */
function untried(message: string): Error {
  return Object.assign(new Error(message), { code: notTried });
}

function isUntried(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === notTried;
}
