import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, Named, Nullable, Timestamp } from "../../../infra/http/schema.ts";
import { mailReasons, mailStatuses, moments } from "./moment.ts";

/** What keeps an account that wants to email its recipients from it: the sandbox, no SMTP server, or the operator. */
export const mailHindrances = ["sandbox", "installation", "operator"] as const;
export type MailHindrance = (typeof mailHindrances)[number];

/** A mail to the recipient, without its address. */
export const RecipientMail = Named("RecipientMail", {
  moment: GrowingWords(moments, {
    title: "RecipientMailMoment",
    description:
      "`collected`: the carrier has the goods. `held`: customs hold them. `missed`: an attempt failed. `delayed`: a dispatcher moved the promised window and had the recipient told. `approaching`: the driver comes. `finished`: the goods were delivered, or could not be.",
  }),
  status: GrowingWords(mailStatuses, {
    title: "RecipientMailStatus",
    description: "`skipped`: Waybill decided not to send it. `failed`: the mail server did not take it.",
  }),
  reason: Nullable(
    GrowingWords(mailReasons, {
      title: "RecipientMailReason",
      description: "Why it was skipped or failed.",
    }),
    { description: "Null while it waits, and once it was sent.", examples: [null] },
  ),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp, { description: "When the mail server took it." }),
});
export type RecipientMailView = Static<typeof RecipientMail>;

export const RecipientMails = Named("RecipientMails", {
  data: Type.Array(RecipientMail, {
    description:
      "Oldest first, at most one for each moment but `delayed`, of which there is at most one in 15 minutes.",
  }),
  stopped_at: Nullable(Timestamp, {
    description: "When the recipient stopped the mails of this delivery. Null if they did not.",
    examples: [null],
  }),
});
export type RecipientMailsView = Static<typeof RecipientMails>;
