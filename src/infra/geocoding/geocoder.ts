import { type Deps, inMemory } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { parseCidrs } from "../net/address.ts";
import type { Wording } from "../net/failure.ts";
import { isPrivateAddress } from "../net/network.ts";
import { targetProblems } from "../net/target-url.ts";
import type { SendResult } from "../net/transport.ts";
import { bytesPerMb, minuteMs } from "../units.ts";
import type { Hits } from "./hit.ts";
import { nominatimUrl, readNominatim } from "./nominatim.ts";
import { photonUrl, readPhoton } from "./photon.ts";
import { createWaiting, type Turn } from "./waiting.ts";

/**
 * The operator's geocoder. Everything works without it, so nobody waits long for it: what fails is tried again later, and
 * after repeated failures it is left alone for a while. All questions go through one queue, at its own pace.
 */

export interface Question {
  text: string;
  /** ISO codes, upper case. */
  countries: readonly string[];
}

interface Ask {
  turn: Turn;
  /** Of waiting and answering together; without it, of answering alone. */
  timeoutMs?: number;
  /** Of a caller who may have gone. */
  signal?: AbortSignal;
}

/** `failed`: asked, without an answer that can be read. `unasked`: it rests, too many wait, or nobody waits any more. */
export type Reply = ({ kind: "answered" } & Hits) | { kind: "failed" } | { kind: "unasked" };

export interface GeocoderFailure {
  at: number;
  message: string;
}

/** What the operator reads of it. */
export interface GeocoderState {
  /** The newest first. */
  failures: readonly GeocoderFailure[];
  lastAnswerAt: number | null;
  /** How many questions wait. */
  waiting: number;
  attribution: string | null;
}

const answerMs = 5_000;
const answerBytesMax = bytesPerMb;
const failuresInRow = 3;
const firstRestMs = 30_000;
const restMaxMs = 10 * minuteMs;
const failuresKept = 10;
const hitsAsked = 5;
const perSecondNearby = 5;
const perSecondElsewhere = 1;
const placeKnownMs = minuteMs;
/** The operator names the server, so it may stand anywhere but where this installation listens. */
const anywhere = parseCidrs(["0.0.0.0/0", "::/0"]);
const wording: Wording = { server: "The geocoder", target: targetProblems };

const dialects = {
  nominatim: { url: nominatimUrl, read: readNominatim },
  photon: { url: photonUrl, read: readPhoton },
} as const;

const memory = inMemory((deps) => {
  const { realClock } = deps;
  const own = {
    failures: [] as GeocoderFailure[],
    failed: 0,
    lastAnswerAt: null as number | null,
    attribution: null as string | null,
    restsUntilMs: Number.NEGATIVE_INFINITY,
    place: { isNearby: false, readMs: Number.NEGATIVE_INFINITY },
    waiting: createWaiting(() => realClock.monotonic()),
  };
  deps.stopping.addEventListener("abort", () => own.waiting.end());
  return own;
});

/** Whether addresses of the environment leave this machine. */
export function isGeocoding({ config }: Pick<Deps, "config">, environment: Environment): boolean {
  return config.geocoderUrl !== null && (environment === "live" || config.geocoderSandbox === "on");
}

/** Whether it has failed, and is left alone. */
export function isResting(deps: Deps): boolean {
  return restLeftMs(deps) > 0;
}

/** How long it is still left alone; 0 where it is not. */
export function restLeftMs(deps: Deps): number {
  return Math.max(0, memory(deps).restsUntilMs - deps.realClock.monotonic());
}

export function geocoderState(deps: Deps): GeocoderState {
  const { failures, lastAnswerAt, waiting, attribution } = memory(deps);
  return { failures, lastAnswerAt, waiting: waiting.count(), attribution };
}

/** Whether people may search while they type. Nobody waits for it: until its address is known they may not. */
export function mayType(deps: Deps): boolean {
  const { geocoderTyping } = deps.config;
  if (geocoderTyping !== null) return geocoderTyping === "on";
  void isNearby(deps);
  return memory(deps).place.isNearby;
}

/** Asks the geocoder when it is this question's turn. Never rejects. */
export async function ask(deps: Deps, question: Question, { turn, timeoutMs, signal }: Ask): Promise<Reply> {
  if (deps.config.geocoderUrl === null || isResting(deps)) return { kind: "unasked" };
  const { waiting } = memory(deps);
  const perSecond =
    deps.config.geocoderPerSecond ?? ((await isNearby(deps)) ? perSecondNearby : perSecondElsewhere);
  const over = signal ? AbortSignal.any([signal, deps.stopping]) : deps.stopping;
  const leave = await waiting.turn(turn, { perSecond, timeoutMs, signal: over });
  if (!leave) return { kind: "unasked" };
  try {
    // It may have failed meanwhile.
    if (isResting(deps)) return { kind: "unasked" };
    return await send(deps, question, over);
  } finally {
    leave();
  }
}

async function send(deps: Deps, question: Question, signal: AbortSignal): Promise<Reply> {
  const { config, transport, realClock } = deps;
  const dialect = dialects[config.geocoder];
  const countries = question.countries.map((country) => country.toLowerCase());
  const asked = { countries, limit: hitsAsked, key: config.geocoderKey };
  const sent = await transport
    .send({
      ...targetOf(dialect.url(config.geocoderUrl ?? "", question.text, asked)),
      method: "GET",
      headers: { "user-agent": "Waybill/1", accept: "application/json" },
      body: undefined,
      isRepeatable: true,
      timeoutMs: answerMs,
      requestBytesMax: 0,
      answerBytesMax,
      longAnswer: "refuse",
      signal,
    })
    .catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  if (sent === undefined) return { kind: "unasked" };
  const found = sent.kind === "response" ? readingOf(sent, dialect.read) : undefined;
  const own = memory(deps);
  if (!found) {
    fail(deps, sent);
    return { kind: "failed" };
  }
  own.failed = 0;
  own.lastAnswerAt = realClock.now();
  own.attribution = found.attribution ?? own.attribution;
  return { kind: "answered", ...found };
}

type Response = Extract<SendResult, { kind: "response" }>;

function readingOf({ status, body }: Response, read: (text: string) => Hits | undefined): Hits | undefined {
  // Hosted ones say so where they found nothing.
  if (status === 404 && body.includes("Unable to geocode")) return { hits: [], attribution: null };
  return status === 200 ? read(body) : undefined;
}

/** The message never has the question: it is an address. */
function fail(deps: Deps, sent: SendResult): void {
  const own = memory(deps);
  const message = messageOf(sent);
  own.failures = [{ at: deps.realClock.now(), message }, ...own.failures].slice(0, failuresKept);
  // What was asked at the same time fails for the same reason.
  const rests = isResting(deps);
  if (!rests) own.failed += 1;
  const asksToWait = sent.kind === "response" && sent.status === 429;
  if (asksToWait || (!rests && own.failed >= failuresInRow)) {
    const times = Math.max(0, own.failed - failuresInRow);
    const restMs = Math.max(
      Math.min(firstRestMs * 2 ** times, restMaxMs),
      asksToWait ? retryAfterMs(sent) : 0,
    );
    own.restsUntilMs = Math.max(own.restsUntilMs, deps.realClock.monotonic() + restMs);
    own.waiting.dismiss();
  }
  deps.log.warn({ reason: message }, "Geocoder failed");
}

function messageOf(sent: SendResult): string {
  if (sent.kind !== "response") return sent.message;
  if (sent.status === 429) return "It answered with status 429: it was asked too often.";
  if (sent.status !== 200) return `It answered with status ${sent.status}.`;
  return "Its answer is none of the dialect that is set.";
}

const retryAfterMaxMs = 60 * minuteMs;

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers["retry-after"]?.[0] ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1000, retryAfterMaxMs) : 0;
}

const targetOf = (url: string) => ({ url, allow: anywhere, httpAllowed: true, wording });

/** Whether it stands on this machine or in a private network: then it is the operator's own, and may be asked more. */
async function isNearby(deps: Deps): Promise<boolean> {
  const own = memory(deps);
  const { geocoderUrl } = deps.config;
  const nowMs = deps.realClock.monotonic();
  if (geocoderUrl === null || nowMs - own.place.readMs < placeKnownMs) return own.place.isNearby;
  const judged = await deps.transport.judge(targetOf(geocoderUrl));
  const isNearby = judged.allowed && judged.addresses.length > 0 && judged.addresses.every(isPrivateAddress);
  own.place = { isNearby, readMs: nowMs };
  return isNearby;
}
