import { axios, Client, type Order, crypto as pki } from "acme-client";
import { version } from "../../../../package.json";
import { isAddress } from "../../../infra/net/network.ts";
import { dayMs } from "../../../infra/units.ts";
import { isFor, type Pair, PairError, toPair } from "../pair.ts";
import type { Memory, Secrets } from "./memory.ts";

/** The certificate authority by ACME (RFC 8555): an account, an order, a challenge by HTTP, a certificate. */

const requestMs = 30_000;
const msPerSecond = 1_000;
/** A timer cannot wait for a month, and an authority that asks for it may change its mind. */
const longestWaitMs = dayMs;
/** While the authority checks. */
const polling = { backoffAttempts: 20, backoffMin: 250, backoffMax: 5_000 };
/** Certificates for addresses live six days, and have a profile of their own. */
const addressProfile = "shortlived";

/** The authority says when to ask again. */
class AskLaterError extends Error {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

// The client's own repeats requests, and hides why there was no response.
axios.interceptors.response.clear();
// It calls each response an error, and reads the status itself.
axios.interceptors.response.use(undefined, responseOf);

export interface Authority {
  readonly directory: string;
  readonly email: string | null;
  /** PEM of further authorities whose certificates the directory may have. */
  readonly ca: string | null;
}

export interface Ordering {
  /** The host name or address. */
  readonly name: string;
  readonly memory: Memory;
  /** Answers of port 80: token → text. */
  readonly challenges: Map<string, string>;
  now(): number;
  /** Told before an order is made, with the terms that it accepts. */
  onTerms(url: string): void;
}

/**
 * Gets a certificate, and keeps it in the memory. Goes on with an order that was interrupted.
 * @throws AskLaterError, Error with the authority's words
 */
export async function obtain(authority: Authority, ordering: Ordering): Promise<Pair> {
  const { name, memory, challenges } = ordering;
  let secrets = memory.secrets ?? (await newSecrets(memory));
  const client = connect(authority, secrets.accountKey);
  const terms = await client.getTermsOfServiceUrl();
  if (terms) ordering.onTerms(terms);
  await register(client, authority.email);
  const change = (changed: Partial<Secrets>) => {
    secrets = { ...secrets, ...changed };
    memory.keep(secrets);
  };
  const { order, key } = await openOrder(client, authority, ordering, secrets, change);
  try {
    const pair = toPair(await fulfill(client, order, name, key, challenges), key);
    if (!isFor(pair, name)) throw new PairError(`the certificate is for ${pair.names.join(", ")}`);
    const renewals = secrets.certificate === null ? secrets.renewals : secrets.renewals + 1;
    change({ pending: null, certificate: { cert: pair.cert, key }, renewals });
    return pair;
  } catch (error) {
    if (await isOver(client, order)) change({ pending: null });
    throw error;
  }
}

/** The authority returns the account that the key has already. */
async function register(client: Client, email: string | null): Promise<void> {
  try {
    await client.createAccount({
      termsOfServiceAgreed: true,
      ...(email !== null && { contact: [`mailto:${email}`] }),
    });
  } catch (error) {
    // The client then sends an update, which some authorities refuse if nothing changes. By now it has the account.
    if (!hasAccount(client)) throw error;
  }
}

function hasAccount(client: Client): boolean {
  try {
    return client.getAccountUrl() !== "";
  } catch {
    return false;
  }
}

async function newSecrets(memory: Memory): Promise<Secrets> {
  const accountKey = (await pki.createPrivateEcdsaKey()).toString();
  // Before the authority hears of it, so that a crash makes no second account.
  memory.keep({ accountKey, pending: null, certificate: null, renewals: 0 });
  return memory.secrets as Secrets;
}

function connect({ directory, ca }: Authority, accountKey: string): Client {
  Object.assign(axios.defaults, {
    // Bun's own; the other one would load node:http.
    adapter: "fetch",
    timeout: requestMs,
    fetchOptions: ca === null ? undefined : { tls: { ca } },
    // Whoever calls decides about the next attempt.
    acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 0 },
  });
  axios.defaults.headers.common["User-Agent"] = `waybill/${version}`;
  return new Client({ directoryUrl: directory, accountKey, ...polling });
}

interface Answered {
  status: number;
  headers: object;
  data: { detail?: string } | undefined;
}

function responseOf<T extends Answered>({ response, message }: Error & { response?: T }): T {
  if (response === undefined) throw new Error(`the authority gave no response: ${message}`);
  requireNotBusy(response);
  return response;
}

/** @throws AskLaterError for 429 and 503, which may say when */
function requireNotBusy({ status, headers, data }: Answered): void {
  if (status !== 429 && status !== 503) return;
  const seconds = Number((headers as Record<string, string>)["retry-after"] ?? 0);
  const afterMs = Number.isFinite(seconds) ? Math.min(seconds * msPerSecond, longestWaitMs) : 0;
  throw new AskLaterError(data?.detail ?? `the authority answered ${status}`, afterMs);
}

/** An order that was interrupted, or a new one. */
async function openOrder(
  client: Client,
  { directory }: Authority,
  { name, memory, now }: Ordering,
  { pending }: Secrets,
  change: (changed: Partial<Secrets>) => void,
): Promise<{ order: Order; key: string }> {
  if (pending !== null) {
    const known = await client.getOrder({ url: pending.url } as Order).catch((error: unknown) => {
      if (error instanceof AskLaterError) throw error;
      return undefined;
    });
    if (known !== undefined && known.status !== "invalid") return { order: known, key: pending.key };
    change({ pending: null });
  }
  const at = now();
  const wait = memory.nextOrderAt(at) - at;
  if (wait > 0)
    throw new AskLaterError(`Waybill makes two orders an hour; the next one at ${timeOf(at + wait)}`, wait);
  memory.noteOrder(at);
  const isIp = isAddress(name);
  const order = await client.createOrder({
    identifiers: [{ type: isIp ? "ip" : "dns", value: name }],
    ...(isIp && (await hasProfile(directory)) && { profile: addressProfile }),
  });
  const key = (await pki.createPrivateEcdsaKey()).toString();
  change({ pending: { url: order.url, key } });
  return { order, key };
}

/** `12:41 UTC` */
function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}

async function hasProfile(directory: string): Promise<boolean> {
  const { status, data } = await axios.get<{ meta?: { profiles?: Record<string, string> } }>(directory);
  if (status !== 200) throw new Error(`the authority answered ${status}`);
  return data.meta?.profiles?.[addressProfile] !== undefined;
}

/** @returns the chain in PEM */
async function fulfill(
  client: Client,
  order: Order,
  name: string,
  key: string,
  challenges: Map<string, string>,
): Promise<string> {
  if (order.status === "pending") await prove(client, order, challenges);
  const proven = order.status === "pending" ? await client.getOrder(order) : order;
  if (proven.status === "ready") {
    const [, csr] = await pki.createCsr({ altNames: [name] }, key);
    return client.getCertificate(await client.finalizeOrder(proven, csr));
  }
  return client.getCertificate(proven);
}

/** Proves that this machine has the name. @throws Error with what the authority saw */
async function prove(client: Client, order: Order, challenges: Map<string, string>): Promise<void> {
  for (const authorization of await client.getAuthorizations(order)) {
    if (authorization.status === "valid") continue;
    const challenge = authorization.challenges.find(({ type }) => type === "http-01");
    if (challenge === undefined) throw new Error("the authority offers no challenge by HTTP");
    challenges.set(challenge.token, await client.getChallengeKeyAuthorization(challenge));
    try {
      if (challenge.status === "pending") await client.completeChallenge(challenge);
      await client.waitForValidStatus(challenge);
    } finally {
      challenges.delete(challenge.token);
    }
  }
}

/** Whether nothing can come of the order any more. */
async function isOver(client: Client, order: Order): Promise<boolean> {
  const known = await client.getOrder(order).catch(() => undefined);
  return known?.status === "invalid";
}
