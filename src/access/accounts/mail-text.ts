import type { Mail } from "../../infra/mail/mail.ts";

/** The texts of mails about signing in. Whoever signs up could send any text by them, so they have none of callers but an address. */

const mailKinds = [
  "new_place",
  "password_reset",
  "second_factor_off",
  "email_change_requested",
  "email_changed",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Facts that a text names. */
export interface MailDetails {
  /** When it happened, as an RFC 3339 time. */
  at: string;
  /** IP address of the request. */
  address?: string;
  /** Browser of the request, by name. */
  program?: string;
  /** The address that the user signs in with from now on. */
  email?: string;
}

/** The token is in the fragment, which no server and no log sees. */
export function resetMail(publicUrl: string, token: string): Mail {
  const text = `Somebody asked for a new password for your user of Waybill at ${publicUrl}.

If it was you, set a new password within 1 hour. The link works once, and ends all your sessions:
${publicUrl}/dashboard/reset-password#${token}

If it was not you, ignore this email. Your password stays as it is.
`;
  return { subject: "Set a new password for Waybill", text };
}

/** To the new address. */
export function changeMail(publicUrl: string, token: string): Mail {
  const text = `Somebody wants to sign in to Waybill at ${publicUrl} with this email address from now on.

If it was you, confirm the address within 24 hours:
${publicUrl}/dashboard/verify-email#${token}

If it was not you, ignore this email. Nothing changes.
`;
  return { subject: "Confirm your new email address for Waybill", text };
}

/** To the new address, if a user already has it. Only whoever reads its mail learns that. */
export function takenMail(publicUrl: string): Mail {
  const text = `Somebody wants to sign in to Waybill at ${publicUrl} with this email address from now on.

A user of Waybill already has this address, so nothing changes. If it was you, sign in with it or use another address.
If you forgot the password: ${publicUrl}/dashboard/forgot-password
`;
  return { subject: "This address already has a user of Waybill", text };
}

/** Who asks for help, and where. */
const notYou = (publicUrl: string) =>
  `If it was not you, set a new password at once: ${publicUrl}/dashboard/forgot-password
Then look at your sessions, and at the API keys of your account.
`;

type Text = (publicUrl: string, details: MailDetails) => Mail;

const texts: Record<MailKind, Text> = {
  new_place: (publicUrl, { at, address, program }) => ({
    subject: "New sign-in to Waybill",
    text: `Somebody signed in to Waybill at ${publicUrl} as you, from a network that you did not use before.

Time: ${at}
IP address: ${address ?? "unknown"}
Program: ${program ?? "not a known browser"}

If it was you, there is nothing to do. ${notYou(publicUrl)}`,
  }),
  password_reset: (publicUrl, { at }) => ({
    subject: "Your password for Waybill was changed",
    text: `A link set a new password for your user of Waybill at ${publicUrl}, at ${at}. All your sessions have ended.

${notYou(publicUrl)}`,
  }),
  second_factor_off: (publicUrl, { at }) => ({
    subject: "Your second factor for Waybill is off",
    text: `The second factor of your user of Waybill at ${publicUrl} was turned off, at ${at}.
Signing in now asks for the password alone.

${notYou(publicUrl)}`,
  }),
  email_change_requested: (publicUrl, { at, email }) => ({
    subject: "Your email address for Waybill is about to change",
    text: `Somebody signed in as you at ${publicUrl} asked to change your email address to ${email}, at ${at}.
It changes when somebody opens the link that we sent there.

If it was you, there is nothing to do. ${notYou(publicUrl)}A new password also ends that link.
`,
  }),
  email_changed: (publicUrl, { at, email }) => ({
    subject: "Your email address for Waybill was changed",
    text: `Your user of Waybill at ${publicUrl} signs in with ${email} from now on. It changed at ${at}.
This address gets no more notices.

If it was not you, ask the operator of this installation for help at once.
`,
  }),
};

export function securityMail(kind: MailKind, publicUrl: string, details: MailDetails): Mail {
  return texts[kind](publicUrl, details);
}
