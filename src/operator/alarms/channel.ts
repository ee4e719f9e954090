import { operatorAddresses } from "../../access/accounts/sign-in/operator.ts";
import type { Deps } from "../../infra/deps.ts";
import { parseCidrs } from "../../infra/net/address.ts";
import type { Wording } from "../../infra/net/failure.ts";
import { targetProblems } from "../../infra/net/target-url.ts";
import { bytesPerKb } from "../../infra/units.ts";
import { signedHeaders } from "../../messaging/webhooks/signing/signing.ts";
import type { Channel } from "./alarm.ts";
import { mailOf } from "./message.ts";
import type { AlarmMessage } from "./schema.ts";

/** The ways to the operator. */

const limits = {
  timeoutMs: 10_000,
  requestBytesMax: 64 * bytesPerKb,
  answerBytesMax: 16 * bytesPerKb,
} as const;
const wording: Wording = { server: "The receiver", target: targetProblems };
/** The operator names the URL, so it may have any address. */
const allow = parseCidrs(["0.0.0.0/0", "::/0"]);

/** The channels that are set up. */
export function channelsOf(deps: Deps): Channel[] {
  const mails = deps.mailer !== undefined && operatorAddresses(deps).length > 0;
  return [
    ...(deps.config.alarmUrl === null ? [] : ["webhook" as const]),
    ...(mails ? ["mail" as const] : []),
  ];
}

/** @returns why it was not sent; undefined if it was */
export function send(deps: Deps, channel: Channel, message: AlarmMessage): Promise<string | undefined> {
  return channel === "webhook" ? post(deps, message) : mail(deps, message);
}

async function post(
  { transport, realClock, config }: Deps,
  message: AlarmMessage,
): Promise<string | undefined> {
  const { alarmUrl: url, alarmSecret: secret } = config;
  if (url === null || secret === null) return "No URL is set up.";
  const body = JSON.stringify(message);
  const result = await transport.send({
    url,
    allow,
    httpAllowed: true,
    wording,
    ...limits,
    method: "POST",
    headers: signedHeaders(message.id, realClock.now(), body, [secret]),
    body: Buffer.from(body),
    longAnswer: "truncate",
    // The receiver knows a message that comes twice by its id.
    isRepeatable: true,
  });
  if (result.kind === "error") return result.message;
  const isSuccess = result.status >= 200 && result.status < 300;
  return isSuccess ? undefined : `The receiver responded with ${result.status}.`;
}

async function mail(deps: Deps, message: AlarmMessage): Promise<string | undefined> {
  const to = operatorAddresses(deps);
  if (!deps.mailer || to.length === 0) return "No verified address is set up.";
  return (await deps.mailer.send({ to, ...mailOf(message) }))?.message;
}
