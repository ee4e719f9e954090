import type { PublicTrackingView } from "../../delivery/lifecycle/tracking/public-schema.ts";
import { html } from "../serving/html.ts";
import { contactLinks } from "./sender.ts";
import type { Texts } from "./texts/en.ts";

/** What the recipient's page says of goods that are held, or that nobody took. */

/** The sentence above all others. */
export function setbackTitle({ kind }: NonNullable<PublicTrackingView["setback"]>, texts: Texts): string {
  return kind === "attempt_failed" ? texts.missed : texts.held;
}

/** Why, and whom to ask: customs want something of the sender. As HTML. */
export function setbackOf(view: PublicTrackingView, texts: Texts): string {
  const { setback, sender } = view;
  if (!setback) return "";
  const reasons: Record<string, string> = texts.reasons;
  const why = reasons[setback.reason_code];
  const asks = setback.reason_code === "customs_hold";
  return [
    why === undefined ? "" : `<p>${why}</p>`,
    asks ? `<p>${html(texts.contactSender(sender))}</p>${contactLinks(view)}` : "",
  ].join("");
}
