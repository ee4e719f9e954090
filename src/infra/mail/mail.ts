/** A mail without its addressees. */
export interface Mail {
  subject: string;
  /** Plain text. */
  text: string;
}

/** A mail to somebody who has no account here. */
export interface Letter extends Mail {
  /** The text as HTML. */
  html: string;
  /** Shown instead of the installation's name; the address stays the installation's. */
  senderName: string;
  /** Where answers go; null: to the installation's address. */
  replyTo: string | null;
  /** Ends such mails: RFC 8058 sends it a POST request. */
  stopUrl: string;
  /** Every attempt repeats it, so that programs show a mail once that came twice. */
  id: string;
}

/** A notice to an account's users. It has no text by callers: anyone who signs up could send any mail. */
export interface Notice extends Mail {
  /** Id of the object that the notice is about. */
  about: string;
}

const noticesShownMax = 50;
const reason = "Waybill sends notices to the verified addresses of your account, at most one email a day.";

/** One mail with all notices, oldest first. */
export function digestOf(notices: readonly Notice[]): Mail {
  const [first] = notices;
  const subject =
    notices.length === 1 && first ? first.subject : `${notices.length} notices for your account`;
  const shown = notices.slice(0, noticesShownMax).map(({ text }) => text);
  const hidden = notices.length - shown.length;
  const rest = hidden > 0 ? [`${hidden} more notices are not shown here.`] : [];
  return { subject, text: `${[...shown, ...rest, reason].join("\n\n")}\n` };
}

/** Seconds to wait after each failed attempt; after the last one Waybill gives up. */
const waits = [60, 300, 1800, 7200, 21_600, 86_400];

/** When to retry after this number of attempts; null to give up. */
export function nextMailAttemptAt(attempts: number, now: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : now + wait * 1000;
}

/** Before the first letter: no part of a longer local part, or the end of an escape of JSON such as `\n`. */
const start = String.raw`(?:(?<![a-z0-9._-])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))`;
/** After the last letter: the domain does not go on. */
const end = String.raw`(?![a-z0-9_-]|\.[a-z0-9])`;

/**
 * Finds an email address in text or JSON, in any letter case, but not as part of another address: `maria@example.com` holds
 * no `a@example.com`. In doubt it finds it.
 */
export function mentionsOf(address: string): RegExp {
  return new RegExp(start + RegExp.escape(address) + end, "gi");
}
