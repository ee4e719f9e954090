import type { Deps } from "../../../infra/deps.ts";
import type { Vault } from "../../../infra/secrets/vault.ts";
import { markedPath, tokenHash } from "../../../infra/stored-links.ts";
import { dayMs } from "../../../infra/units.ts";
import type { ShipmentRow } from "./rows.ts";
import { linkPlace } from "./table.ts";

/**
 * The link to the recipient's page: whoever has it may see the page, until it ends. Its token is stored as a hash, which
 * finds the shipment, and as the vault stores secrets, which shows it again.
 */

type Token = Pick<ShipmentRow, "trackingHash" | "sealedToken">;
type Linked = Pick<ShipmentRow, "endedAt" | "linkMadeAt" | "linkEndedAt">;

/** The columns of a link with this token. */
export function linkColumns(vault: Vault, shipmentId: string, token: string): Token {
  return { trackingHash: tokenHash(token), sealedToken: vault.seal(token, linkPlace(shipmentId)) };
}

/** @throws Error if it was encrypted with another key */
export function openToken(
  vault: Vault,
  { id, trackingHash, sealedToken }: Token & Pick<ShipmentRow, "id">,
): string {
  return sealedToken === null ? trackingHash : vault.open(sealedToken, linkPlace(id));
}

/** The URL of the recipient's page; null if the link was ended by hand. */
export function trackingUrl(
  { publicUrl, vault }: Pick<Deps, "publicUrl" | "vault">,
  row: Token & Pick<ShipmentRow, "id" | "linkEndedAt">,
): string | null {
  return row.linkEndedAt === null ? `${publicUrl()}/t/${openToken(vault, row)}` : null;
}

/** The path of this URL of the shipment, and what a stored text has in its place. */
export function storedLink(
  { trackingHash }: Pick<Token, "trackingHash">,
  url: string | null,
): { shown: string; stored: string } | null {
  return url === null ? null : { shown: url.slice(url.lastIndexOf("/t/")), stored: markedPath(trackingHash) };
}

/** Whether the link still shows the page: until `days` after the final state, or after a link that is newer. */
export function isLinkOpen({ endedAt, linkMadeAt, linkEndedAt }: Linked, days: number, now: number): boolean {
  if (linkEndedAt !== null) return false;
  return endedAt === null || now < Math.max(endedAt, linkMadeAt ?? 0) + days * dayMs;
}
