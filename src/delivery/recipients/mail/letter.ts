import type { Letter } from "../../../infra/mail/mail.ts";
import type { ReasonCode, Status } from "../../model/model.ts";
import type { Moment } from "./moment.ts";

/** What a mail to a recipient tells. Of callers it has the sender's name and nothing else. */
export interface MailFacts {
  moment: Moment;
  status: Status;
  /** Why the delivery or an attempt failed, or why the goods wait. */
  reason: ReasonCode | null;
  /** BCP 47, as the caller gave it. */
  language: string | null;
  /** Of the delivery, ISO 3166-1 alpha-2. */
  country: string;
  /** Of the delivery, an IANA name; null where nobody knows the place. */
  timeZone: string | null;
  senderName: string;
  /** `#rrggbb` */
  color: string | null;
  trackingNumber: string;
  trackingUrl: string;
  stopUrl: string;
  /** Milliseconds since 1970, as the other times. */
  now: number;
  /** When an attempt failed; null if the last one did not. */
  failedAt: number | null;
  /** The window that the sender promised; null without one. */
  promised: { from: number; to: number } | null;
  expectedAt: number | null;
  /** `YYYY-MM-DD` at the delivery, where no time is known. */
  expectedDay: string | null;
  deliveredAt: number | null;
}

/** Writes the mail in the recipient's language. */
export type WriteLetter = (facts: MailFacts) => Promise<Pick<Letter, "subject" | "text" | "html">>;
