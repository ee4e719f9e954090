/** What Waybill mails. */
export interface Mail {
  subject: string;
  /** Plain text. */
  text: string;
}

/** What an account's people are told. It has no text that a caller wrote: whoever signs up could mail anything. */
export interface Notice extends Mail {
  /** The id of what it tells of. */
  about: string;
}

const noticesShownMax = 50;
const reason = "Waybill sends notices to the verified addresses of your account, at most one email a day.";

/** One mail that tells all of them, oldest first. */
export function digestOf(notices: readonly Notice[]): Mail {
  const [first] = notices;
  const subject =
    notices.length === 1 && first ? first.subject : `${notices.length} notices for your account`;
  const shown = notices.slice(0, noticesShownMax).map(({ text }) => text);
  const hidden = notices.length - shown.length;
  const rest = hidden > 0 ? [`${hidden} more notices are not shown here.`] : [];
  return { subject, text: `${[...shown, ...rest, reason].join("\n\n")}\n` };
}

/** Seconds to wait after each attempt that failed; after the last one the mail is given up. */
const waits = [60, 300, 1800, 7200, 21_600, 86_400];

/** When to try again after so many attempts, or null to give it up. */
export function nextMailAttemptAt(attempts: number, now: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : now + wait * 1000;
}
