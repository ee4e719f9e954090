import type { Mail } from "../../infra/mail/mail.ts";
import type { Role } from "../roles.ts";
import { invitationHours } from "./invitation.ts";

/**
 * The mail with an invitation. It has no text by callers but their verified address, or anyone who signs up could send
 * any mail. The token is in the fragment, which no server and no log sees.
 */
export function invitationMail(publicUrl: string, token: string, inviter: string, role: Role): Mail {
  const text = `${inviter} invites you to work with them on Waybill at ${publicUrl}. Your role is ${role}.

To join, open this link within ${invitationHours} hours and choose a password:
${joinUrl(publicUrl, token)}

The link works once. If you do not know ${inviter}, ignore this email.
`;
  return { subject: "You are invited to Waybill", text };
}

export function joinUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/dashboard/join#${token}`;
}
