import type { PageLanguage } from "../../delivery/model/model.ts";
import { directionOf } from "../language/language.ts";
import type { MailTexts } from "./texts/en.ts";

/**
 * The page behind the link that stops mails. Opening it changes nothing, because mail servers open links: the button
 * does. It needs no script.
 */

interface StopPage {
  language: PageLanguage;
  texts: MailTexts;
  /** URL of the recipient's pages' style. */
  style: string;
}

export function stopPage({ isStopped }: { isStopped: boolean }, page: StopPage): string {
  const { texts } = page;
  if (isStopped) return pageWith(texts.stoppedTitle, `<p>${texts.stopped}</p>`, page);
  const form = `<form method="post"><button type="submit">${texts.stopButton}</button></form>`;
  return pageWith(texts.stopTitle, `<p>${texts.stopSentence}</p>${form}`, page);
}

export function unknownStopPage(page: StopPage): string {
  return pageWith(page.texts.unknownTitle, `<p>${page.texts.unknown}</p>`, page);
}

function pageWith(title: string, content: string, { language, style }: StopPage): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title>
<link rel="stylesheet" href="${style}"></head>
<body><main><section class="card"><h1>${title}</h1>${content}</section></main></body></html>`;
}
