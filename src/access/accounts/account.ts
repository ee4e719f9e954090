import { emailAsRead } from "../../infra/http/texts.ts";
import { dayMs, hourMs } from "../../infra/units.ts";

/** Contract §8. Lengths are characters. */
export const passwordLengthMin = 12;
export const passwordLengthMax = 256;
/** Longest stored User-Agent, in characters. */
export const userAgentLengthMax = 200;

/** What an account uses Waybill for: own riders, other carriers, or a program against the API. */
export const purposes = ["own_fleet", "carriers", "test"] as const;
export type Purpose = (typeof purposes)[number];

export const sessionIdleMs = 12 * hourMs;
export const sessionMaxMs = 7 * dayMs;
/** Links and mails stay for so long after they were sent: limits count them. */
export const mailsKeptMs = dayMs;

/** When a session ends if it is not used again. */
export function sessionEnd(session: { createdAt: number; lastSeenAt: number }): number {
  return Math.min(session.lastSeenAt + sessionIdleMs, session.createdAt + sessionMaxMs);
}

/** Sessions last seen or created before these times have ended by `now`. */
export function sessionLimits(now: number): { lastSeenAt: number; createdAt: number } {
  return { lastSeenAt: now - sessionIdleMs, createdAt: now - sessionMaxMs };
}

/** Email addresses are stored and compared without regard to case, surrounding space, the script of the domain or how an accent is encoded. */
export function normalizeEmail(email: string): string {
  return emailAsRead(email).toLowerCase().normalize("NFC");
}

/** The forms under which a user may be stored. Before NFC was used, addresses were stored as typed. */
export function storedForms(email: string): string[] {
  const typed = emailAsRead(email).toLowerCase();
  return [...new Set([typed, typed.normalize("NFC"), typed.normalize("NFD")])];
}

/** NIST SP 800-63B §5.1.1.2: the same password gives the same hash, however a keyboard composes its characters. */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}
