/** What keeps an account that wants to email its recipients from it: the sandbox, no SMTP server, or the operator. */
export const mailHindrances = ["sandbox", "installation", "operator"] as const;
export type MailHindrance = (typeof mailHindrances)[number];
