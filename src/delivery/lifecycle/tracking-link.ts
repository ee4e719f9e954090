import { dayMs } from "../../infra/durations.ts";
import type { ShipmentRow } from "./rows.ts";

/** The link to the recipient's page: whoever has it may see the page, until it ends. */

type Linked = Pick<ShipmentRow, "trackingToken" | "endedAt" | "linkMadeAt" | "linkEndedAt">;

/** The URL of the recipient's page; null if the link was ended by hand. */
export function trackingUrl(publicUrl: string, { trackingToken, linkEndedAt }: Linked): string | null {
  return linkEndedAt === null ? `${publicUrl}/t/${trackingToken}` : null;
}

/** Whether the link still shows the page: until `days` after the final state, or after a link that is newer. */
export function isLinkOpen({ endedAt, linkMadeAt, linkEndedAt }: Linked, days: number, now: number): boolean {
  if (linkEndedAt !== null) return false;
  return endedAt === null || now < Math.max(endedAt, linkMadeAt ?? 0) + days * dayMs;
}
