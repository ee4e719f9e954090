import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import { html } from "../serving/html.ts";

/** Who sends the parcel, and how to reach them. */

/** The first line of the page. */
export function senderLine({ sender, brand }: Pick<PublicTrackingView, "sender" | "brand">): string {
  const logo = brand?.logo_url ? `<img src="${html(new URL(brand.logo_url).pathname)}" alt="">` : "";
  return `<header class="sender">${logo}<strong>${html(sender)}</strong></header>`;
}

/** Links to phone, mail and website; empty where the account gave none. */
export function contactLinks({ brand }: Pick<PublicTrackingView, "brand">): string {
  if (!brand) return "";
  const { phone, email, url } = brand.contact;
  const links = [
    phone && `<a href="tel:${html(phone)}">${html(phone)}</a>`,
    email && `<a href="mailto:${html(encodeURIComponent(email).replaceAll("%40", "@"))}">${html(email)}</a>`,
    url && `<a href="${html(url)}" target="_blank" rel="noopener noreferrer">${html(addressIn(url))}</a>`,
  ].filter(Boolean);
  const items = links.map((link) => `<li><bdi dir="ltr">${link}</bdi></li>`);
  return items.length > 0 ? `<ul class="links">${items.join("")}</ul>` : "";
}

/** As people write it. */
function addressIn(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
}
