import type { UsedLimit } from "../access/limits/shares.ts";
import type { AccountEnvironment } from "../access/model.ts";
import type { Silence } from "../access/usage/silence.ts";
import type { Environment } from "../infra/environment.ts";
import { capitalized } from "../infra/text/words.ts";
import type { AttemptError } from "../messaging/webhooks/deliveries/delivery.ts";
import { type EndpointTrouble, waitingMax } from "../messaging/webhooks/deliveries/trouble.ts";
import type { Responses } from "./responses.ts";

/** What needs the operator: the kinds, what is known of each, and its sentence. */

/** Of the installation. `job_delayed` counts only what no account's endpoint keeps waiting. */
const installationKinds = [
  "disk_full",
  "disk_stalled",
  "database_damaged",
  "backup_overdue",
  "restore_check_failed",
  "mail_failing",
  "certificate_expiring",
  "job_delayed",
  "job_failed",
] as const;
/** Of the installation, before people rely on it. */
export const goingLiveKinds = [
  "address_is_local",
  "address_is_plain",
  "no_backup_elsewhere",
  "recipients_unreachable",
  "no_geocoder",
  "no_map",
  "no_secret_key",
  "no_second_factor",
  "low_space",
] as const;
export type GoingLiveKind = (typeof goingLiveKinds)[number];
/** Of an account. */
const accountKinds = ["endpoint", "errors", "rate_limit", "quota", "storage", "silence"] as const;
export const needKinds = [...installationKinds, ...goingLiveKinds, ...accountKinds] as const;
export type NeedKind = (typeof needKinds)[number];

/** One thing that needs the operator, for as long as it goes on. */
export interface Need {
  /** Stays this id for as long as the need goes on. */
  readonly id: string;
  readonly kind: NeedKind;
  /** Null: the need of the installation itself. */
  readonly accountId: string | null;
  readonly environment: Environment | null;
  /** Of an endpoint's need. */
  readonly webhookId: string | null;
  /** A sentence, as of now. */
  readonly message: string;
  /** When it began; null if nobody knows. */
  readonly since: number | null;
  /** The greater, the sooner it hurts. From `urgentFrom` on somebody should be told. */
  readonly weight: number;
  /** Of what is missing before people rely on the installation. */
  readonly goingLive?: GoingLive;
}

interface GoingLive {
  /** What ends it; a sentence. */
  readonly remedy: string;
  /** The setting or the command to copy; null where a click or a hand ends it. */
  readonly command: string | null;
  /** Who leaves it as it is; null for nobody. */
  readonly dismissal: Dismissal | null;
  /** Whether it is urgent unless somebody dismissed it. */
  readonly hurts: boolean;
}

export interface Dismissal {
  /** The id of a user. */
  readonly by: string;
  readonly at: number;
  /** Whether people had shipments by then. */
  readonly wasUrgent: boolean;
}

export const urgentFrom = 50;
/** The share of a limit from which it is a need. */
export const usedShareMin = 0.8;
const requestsMin = 50;
/** In the sandbox people try things out. */
const errorShareMin = { live: 0.1, sandbox: 0.2 } as const satisfies Record<Environment, number>;
const rateLimitedShareMin = 0.05;

/** An endpoint that fails, or is slower than its events. */
export function endpointNeed(trouble: EndpointTrouble): Need {
  const { accountId, environment, webhookId, name, state, since, waiting, reason } = trouble;
  const subject = `the webhook endpoint ${name} (${environment})`;
  const sentences = {
    disabled: `Waybill disabled ${subject} because it failed.`,
    failing: `${capitalized(subject)} ${reason === null ? "fails" : failures[reason]}.`,
    slow: `${capitalized(subject)} is slower than its events.`,
  };
  const waits =
    waiting === 0
      ? ""
      : ` ${amount(waiting, waitingMax)} ${plural(waiting, "delivery waits", "deliveries wait")}.`;
  return {
    ...of("endpoint", { accountId, environment }, webhookId),
    webhookId,
    message: sentences[state] + waits,
    since,
    weight: environment === "live" ? 60 : 30,
  };
}

const failures = {
  dns: "has a host name that does not resolve",
  connect: "cannot be reached",
  tls: "has an invalid certificate",
  timeout: "does not respond in time",
  status: "responds with an error",
  redirect: "responds with a redirect",
  refused_address: "has an address that is not allowed",
  fault: "fails by fault injection",
} as const satisfies Record<AttemptError, string>;

/** What the responses to an account's keys in 24 hours say: many errors, or many requests over the rate limit. */
export function responseNeeds(responses: Responses): Need[] {
  const { accountId, environment, requests, errors, rateLimited, commonestCode } = responses;
  if (requests < requestsMin) return [];
  const needs: Need[] = [];
  const share = errors / requests;
  if (share >= errorShareMin[environment]) {
    const mostly = commonestCode === null ? "" : `, mostly with ${commonestCode}`;
    needs.push({
      ...of("errors", { accountId, environment }),
      message: `${percent(share)} of ${count(requests)} requests in 24 hours failed (${environment})${mostly}.`,
      weight: environment === "live" ? 40 + 20 * share : 20 + 10 * share,
    });
  }
  if (rateLimited / requests >= rateLimitedShareMin) {
    needs.push({
      ...of("rate_limit", { accountId, environment }),
      message: `${percent(rateLimited / requests)} of ${count(requests)} requests in 24 hours were over the limit (${environment}).`,
      weight: environment === "live" ? 45 : 15,
    });
  }
  return needs;
}

/** A limit that is nearly reached. */
export function limitNeed({ accountId, environment, limit, used, allowed }: UsedLimit): Need {
  const isReached = used >= allowed;
  const share = isReached ? "All" : percent(used / allowed);
  const [kind, what] =
    limit === "requests_per_day"
      ? (["quota", "of today's requests are used"] as const)
      : (["storage", "of the storage is used"] as const);
  return {
    ...of(kind, { accountId, environment }),
    message: `${share} ${what} (${environment}).`,
    weight: (environment === "live" ? 45 : 15) + (isReached ? 20 : 0),
  };
}

/** An account that has stopped sending requests. */
export function silenceNeed(accountId: string, { days, usualPerDay }: Silence, since: number): Need {
  return {
    ...of("silence", { accountId, environment: null }),
    message: `No request for ${days} days. Before, a usual day had ${count(usualPerDay)}.`,
    since,
    weight: 35,
  };
}

/** The most urgent first. */
export function byWeight(one: Need, other: Need): number {
  return other.weight - one.weight || (one.id < other.id ? -1 : 1);
}

function of(
  kind: NeedKind,
  { accountId, environment }: Pick<AccountEnvironment, "accountId"> & { environment: Environment | null },
  thing?: string,
) {
  const id = [kind, accountId, environment, thing].filter(Boolean).join(" ");
  return { id, kind, accountId, environment, webhookId: null, since: null };
}

function plural(total: number, one: string, many: string): string {
  return total === 1 ? one : many;
}

/** `1,204`, and `1,000+` where the count stops. */
function amount(total: number, max: number): string {
  return total >= max ? `${count(max)}+` : count(total);
}

function count(total: number): string {
  return total.toLocaleString("en-US");
}

/** Whole percents, and never 100% of what is not all. */
function percent(share: number): string {
  return `${share === 1 ? 100 : Math.min(99, Math.round(100 * share))}%`;
}
