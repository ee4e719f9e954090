/** What is mailed to an account's people. */
export interface Mail {
  subject: string;
  /** Plain text. */
  text: string;
}

/** Seconds to wait after each attempt that failed; after the last one the mail is given up. */
const waits = [60, 300, 1800, 7200, 21_600, 86_400];

/** When to try again after so many attempts, or null to give it up. */
export function nextMailAttemptAt(attempts: number, now: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : now + wait * 1000;
}
