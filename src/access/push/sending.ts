import type { Deps } from "../../infra/deps.ts";
import { targetProblems } from "../../infra/net/target-url.ts";
import type { Target } from "../../infra/net/transport.ts";

/** One message to a phone, over its browser's push service (RFC 8030, 8291, 8292). */

/** Where a phone is woken: what its browser said. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `dead`: the service knows the phone no more. `busy`: it may take the message later. */
export type PushResult = "sent" | "dead" | "busy" | "refused";

const timeoutMs = 10_000;
const bytesMax = 4_096;
const answerBytesMax = 16 * 1024;
/** A phone without network for longer finds what is new when somebody opens the page. */
const keptSeconds = 30 * 60;
/** A phone that was away gets one message, and not one for each that it missed. */
const topic = "news";
const gone = [404, 410];

/** As webhooks of live may be sent, but by https only. */
export function pushTarget({ config }: Pick<Deps, "config">, url: string): Target {
  const wording = { server: "The push service", target: targetProblems };
  return { url, allow: config.webhookAllowCidrs, httpAllowed: false, wording };
}

/** Tells the phone that there is something new, and of what kind; nothing else. Network trouble is `busy`. */
export async function sendPush(
  deps: Deps,
  { endpoint, ...keys }: PushTarget,
  kind: string,
): Promise<PushResult> {
  const { pushKeys, transport } = deps;
  if (pushKeys === null) return "refused";
  const { buildPushPayload } = await import("@block65/webcrypto-web-push");
  const payload = await buildPushPayload(
    { data: { kind }, options: { ttl: keptSeconds, urgency: "high", topic } },
    { endpoint, expirationTime: null, keys },
    { ...pushKeys, subject: contactOf(deps) },
  ).catch(() => undefined);
  // Keys that no browser made.
  if (payload === undefined) return "dead";
  const result = await transport.send({
    ...pushTarget(deps, endpoint),
    method: "POST",
    headers: payload.headers,
    body: payload.body,
    timeoutMs,
    requestBytesMax: bytesMax,
    answerBytesMax,
    longAnswer: "truncate",
    isRepeatable: true,
  });
  if (result.kind === "error") return "busy";
  if (gone.includes(result.status)) return "dead";
  if (result.status >= 200 && result.status < 300) return "sent";
  return result.status === 429 || result.status >= 500 ? "busy" : "refused";
}

/** Whom the operator of a push service writes to; some refuse an address that is not public. */
function contactOf({ publicUrl }: Deps): string {
  const url = publicUrl();
  return url.startsWith("https://") ? url : "mailto:operator@localhost";
}
