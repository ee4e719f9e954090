import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Mail } from "../../infra/mail/mail.ts";
import type { AlarmState } from "./alarm.ts";
import type { AlarmMessage } from "./schema.ts";
import type { TroubleRow } from "./store.ts";

/** What the operator is told. */

interface About {
  /** The account's name; null for the installation itself. */
  accountName: string | null;
  publicUrl: string;
}

/** The body of a webhook. */
export function messageOf(
  id: string,
  at: number,
  state: AlarmState | "test",
  trouble: TroubleRow,
  { accountName, publicUrl }: About,
): AlarmMessage {
  const { accountId, environment, webhookId, kind, message, beganAt, endedAt } = trouble;
  return {
    id,
    type: "operator.attention",
    timestamp: toTimestamp(at),
    api_version: "v1",
    data: {
      trouble_id: trouble.id,
      state,
      kind,
      message,
      account: accountId === null ? null : { id: accountId, name: accountName ?? accountId },
      environment,
      webhook_id: webhookId,
      began_at: toTimestamp(beganAt),
      ended_at: toTimestampOrNull(endedAt),
      url: `${publicUrl}/dashboard/${environment ?? "live"}/operator`,
    },
  };
}

/** An alarm as a mail. */
export function mailOf({ data }: AlarmMessage): Mail {
  const { state, message, account, began_at, ended_at, url } = data;
  const where = account === null ? "The installation" : `Account ${account.name} (${account.id})`;
  const times = [`Began: ${began_at}`, ...(ended_at === null ? [] : [`Ended: ${ended_at}`])];
  const intro = {
    began: "Something needs you.",
    ended: "This has ended, and needs you no more.",
    test: "This is a test. Nothing needs you.",
  }[state];
  const text = `${intro}

${message}

${where}
${times.join("\n")}

${url}

Waybill sends this to the operator of the installation: one email when something begins, and one when it ends.
`;
  return { subject: `${subjects[state]}: ${subjectOf(message)}`, text };
}

const subjects = { began: "Waybill needs you", ended: "Ended", test: "Test" } as const;
const subjectCharactersMax = 120;

/** The first sentence of a message, on one line. */
function subjectOf(message: string): string {
  const [first = message] = message.replaceAll(/\s+/g, " ").split(/(?<=\.) /);
  return first.length > subjectCharactersMax ? `${first.slice(0, subjectCharactersMax)}…` : first;
}
