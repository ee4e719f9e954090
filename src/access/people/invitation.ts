import { dayMs, hourMs } from "../../infra/units.ts";

export const invitationHours = 48;
export const invitationMs = invitationHours * hourMs;
export const openInvitationsMax = 50;
/** Expired rows stay for this long, because the limits of mail count them. */
export const keptMs = dayMs;

export function isOpen(
  { endedAt, expiresAt }: { endedAt: number | null; expiresAt: number },
  now: number,
): boolean {
  return endedAt === null && expiresAt > now;
}
