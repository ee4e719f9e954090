import { networkInterfaces } from "node:os";
import { holdingAfter } from "../waiting/stretches.ts";
import { callWithTimeout, isTimeout } from "../waiting/timeout.ts";
import { isAllowedAddress, isForbiddenHere, isOwn, type OwnPlace } from "./address.ts";
import { createResolver, type Lookup } from "./dns.ts";
import {
  type Answer,
  createExchange,
  type Destination,
  type Exchange,
  errorCode,
  type Message,
} from "./exchange.ts";
import { describeFailure, type Failure, failure, notConnected, unsent, type Wording } from "./failure.ts";
import { checkTargetUrl, isHttpAllowed, type TargetProblem, type TargetRules } from "./target-url.ts";

const addressesTriedMax = 3;
/** The system takes some 0.1 ms to list a machine's addresses, and an address seldom comes while Waybill runs. */
const machineReadMs = 1_000;

/** A URL, where requests to it may go, and how a refusal says so. */
export interface Target extends TargetRules {
  url: string;
  wording: Wording;
}

/** One request. */
export interface SendRequest extends Target, Message {
  /** Covers name, connection, headers and body together. */
  timeoutMs: number;
  /** The longest body that may be sent. */
  requestBytesMax: number;
  /** Ends the request early: `send` rejects with its reason. */
  signal?: AbortSignal;
}

interface SendResponse extends Answer {
  kind: "response";
  durationMs: number;
}

interface SendFailure extends Failure {
  durationMs: number;
}

export type SendResult = SendResponse | SendFailure;

/** What the address rules say of a URL now. `addresses` is empty where its name does not resolve. */
type Judgment =
  | { allowed: true; url: URL; addresses: string[]; serverName: string | undefined }
  /** `detail` is for the log of the operator. */
  | { allowed: false; reason: TargetProblem; message: string; detail: string };

/** The only way out to a server of others. */
export interface Transport {
  /**
   * Judges a URL by its form and by every address of its name. What leads to this installation is refused, and every
   * other port of this machine that `allow` does not have.
   * A name that does not resolve within 5 s is allowed without addresses.
   */
  judge(target: Target): Promise<Judgment>;
  /**
   * Judges the URL, and sends the request to an address that was judged. TLS is checked against the name. Redirects are
   * not followed, proxies are not used. Network trouble is a result.
   * @throws TypeError for a header that HTTP does not allow, RangeError for a body that is too long, and the reason of
   * the caller's signal
   */
  send(request: SendRequest): Promise<SendResult>;
}

export type { OwnPlace };

type Outcome = Omit<SendResponse, "durationMs"> | Failure;

interface TransportOptions {
  /** A monotonic clock in milliseconds. */
  now: () => number;
  /** Stands in for DNS. */
  lookup?: Lookup;
  /** Certificates in PEM that are trusted besides the public authorities. */
  authorities?: readonly string[];
  /** Where the installation answers; undefined before it does. */
  own?: () => OwnPlace | undefined;
  /** Stands in for the addresses of this machine's interfaces. */
  machine?: () => readonly string[];
}

/** Without path and query: those of a webhook endpoint can be secret. */
function placeOf(text: string): string {
  const url = URL.parse(text);
  return url === null ? "not a URL" : `${url.protocol}//${url.host}`;
}

export function createTransport(options: TransportOptions): Transport {
  const { now, own = () => undefined } = options;
  const { machine = readEvery(machineAddresses, machineReadMs, now) } = options;
  const resolve = createResolver(options.lookup);
  const exchange = createExchange(options.authorities);

  async function judge({ url: text, wording, ...rules }: Target): Promise<Judgment> {
    const target = checkTargetUrl(text, rules);
    const refused = (reason: TargetProblem): Judgment => ({
      allowed: false,
      reason,
      message: wording.target[reason],
      detail: placeOf(text),
    });
    if (!target.ok) return refused(target.reason);
    const { url, address } = target;
    const addresses = address === null ? await resolve(url.hostname) : [address];
    if (!isHttpAllowed(url, addresses, rules)) {
      return refused("https_required");
    }
    const here = machine();
    const isAllowed = (each: string) =>
      isAllowedAddress(each, rules.allow) && !isForbiddenHere(each, here, rules.allow);
    const place = own();
    if (addresses.every(isAllowed) && !(place && isOwn(url, addresses, place, here))) {
      return { allowed: true, url, addresses, serverName: address === null ? url.hostname : undefined };
    }
    const detail = `${url.hostname} has ${addresses.join(", ")}`;
    return { allowed: false, reason: "address", message: wording.target.address, detail };
  }

  async function attempt(request: SendRequest, signal: AbortSignal): Promise<Outcome> {
    const judged = await judge(request);
    if (!judged.allowed) return { ...unsent("refused_address", judged.message), detail: judged.detail };
    const { url, addresses, serverName } = judged;
    if (addresses.length === 0) {
      return unsent("dns", `DNS lookup failed for ${url.hostname}.`);
    }
    const headers = { accept: "*/*", "accept-encoding": "identity", ...request.headers, host: url.host };
    const destinations = addresses
      .slice(0, addressesTriedMax)
      .map((address) => ({ url, address, serverName }));
    try {
      return await firstReachable(exchange, destinations, { ...request, headers }, signal);
    } catch (error) {
      return describeFailure(error, request.wording);
    }
  }

  async function send(request: SendRequest): Promise<SendResult> {
    const { timeoutMs, body, requestBytesMax, signal } = request;
    if (body && body.byteLength > requestBytesMax) {
      throw new RangeError(`a body of ${body.byteLength} bytes, where ${requestBytesMax} are allowed`);
    }
    const startedMs = now();
    const sent = callWithTimeout(timeoutMs, (over) => attempt(request, over), signal);
    const outcome = await holdingAfter(sent).catch((error): Outcome => {
      if (isTimeout(error)) return failure("timeout", `No complete answer within ${timeoutMs / 1000} s.`);
      throw error;
    });
    return { ...outcome, durationMs: Math.round(now() - startedMs) };
  }

  return { judge, send };
}

/** Those of its interfaces. */
export function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address));
}

/** What `read` says, at most so old. */
function readEvery<T>(read: () => T, ageMaxMs: number, now: () => number): () => T {
  let kept: { value: T; readMs: number } | undefined;
  return () => {
    if (kept === undefined || now() - kept.readMs > ageMaxMs) kept = { value: read(), readMs: now() };
    return kept.value;
  };
}

async function firstReachable(
  exchange: Exchange,
  destinations: readonly Destination[],
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  let unreachable: unknown;
  for (const destination of destinations) {
    try {
      return { kind: "response", ...(await exchange(destination, message, signal)) };
    } catch (error) {
      if (errorCode(error) !== notConnected) throw error;
      unreachable = error;
    }
  }
  throw unreachable;
}
