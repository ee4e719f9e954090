import type { PageLanguage } from "../../delivery/model/model.ts";
import type { WriteCode } from "../../delivery/orders/order-forms/mailing.ts";
import type { MailFacts, WriteLetter } from "../../delivery/recipients/mail/letter.ts";
import { directionOf } from "../language/language.ts";
import { type Arrival, arrivalOf, type Span } from "../recipient/arrival-window.ts";
import { dayIn } from "../recipient/day.ts";
import { isNextAttempt } from "../recipient/next-attempt.ts";
import type { Texts } from "../recipient/texts/en.ts";
import { loadTexts } from "../recipient/texts.ts";
import { html } from "../serving/html.ts";
import { mailLanguage } from "./mail-language.ts";
import type { MailTexts } from "./texts/en.ts";
import { loadMailTexts } from "./texts.ts";

/**
 * A mail to a recipient, as text and as HTML, both complete. It has no picture: programs hide them, and loading one
 * would tell who reads it. Nothing in it comes from callers but the sender's name.
 */

/** Without a brand, and of the button in any case: its text must be readable on it. */
const ink = "#1b4965";

/** What the mail says, from top to bottom. */
interface Said {
  headline: string;
  sentences: string[];
}

/** The words of a language, and its colon. */
interface Wording {
  colon: string;
  texts: Texts;
  own: MailTexts;
}

export const writeLetter: WriteLetter = async (facts) => {
  const language = mailLanguage(facts);
  const [texts, own] = await Promise.all([loadTexts(language), loadMailTexts(language)]);
  const direction = directionOf(language);
  const sender = direction === "rtl" ? `\u2068${facts.senderName}\u2069` : facts.senderName;
  const time = timesIn(`${language}-${facts.country}`, facts.timeZone);
  const said = sayingOf({ ...facts, senderName: sender }, texts, own, time);
  const colon = colonOf(language);
  const subject = `${sender}${colon} ${said.headline}`;
  return {
    subject,
    text: textOf(facts, said, { colon, texts, own }),
    html: htmlOf(facts, said, { subject, language, direction, colon, texts, own }),
  };
};

/** The mail with the code that shows a customer earlier orders. Nothing in it comes from callers but the sender's name. */
export const writeCode: WriteCode = async ({ language, senderName, code }) => {
  const own = await loadMailTexts(language);
  const headline = `${own.code}${colonOf(language)} ${code}`;
  return { subject: headline, text: `${[senderName, headline, own.codeUse, own.codeWhy].join("\n\n")}\n` };
};

/** French sets a narrow space before it. */
function colonOf(language: PageLanguage): string {
  return language === "fr" ? "\u202F:" : ":";
}

function sayingOf(facts: MailFacts, texts: Texts, own: MailTexts, time: Intl.DateTimeFormat): Said {
  const { moment, senderName, expectedDay, promised } = facts;
  const arrival = arrivalOf({
    ...facts,
    isComing: moment === "approaching",
    isRetry: moment === "missed",
  });
  const when = expectationOf(facts, arrival, time);
  const expected = [
    ...(when === undefined ? [] : [texts.expected(when)]),
    ...(arrival.isLate && promised ? [texts.late(rangeIn(time, promised))] : []),
  ];
  switch (moment) {
    case "collected": {
      const collected = expectedDay === null ? texts.now.picked_up : texts.withCarrier;
      return { headline: texts.onItsWay, sentences: [collected, ...expected] };
    }
    case "held":
      return {
        headline: texts.held,
        sentences: [...reasonIn(texts, facts), texts.contactSender(senderName), ...expected],
      };
    case "missed": {
      const next = when === undefined || isBeforeFailure(facts) ? [] : [texts.nextAttempt(when)];
      return { headline: texts.missed, sentences: [...reasonIn(texts, facts), ...next] };
    }
    case "delayed": {
      // The window itself, as the page and the webhook have it: nothing is said of how likely it is.
      const told = promised ? [texts.expected(rangeIn(time, promised))] : expected;
      return { headline: own.delayed, sentences: [own.moved, ...told] };
    }
    case "approaching":
      return { headline: own.approaching, sentences: [own.beReady, ...expected] };
    case "finished":
      return endOf(facts, texts, texts.contactSender(senderName), time);
  }
}

function endOf(facts: MailFacts, texts: Texts, contact: string, time: Intl.DateTimeFormat): Said {
  const { status, reason, deliveredAt } = facts;
  if (status === "delivered") {
    const at = deliveredAt === null ? [] : [time.format(deliveredAt)];
    return { headline: texts.delivered, sentences: at };
  }
  const isGone = reason === "damaged" || reason === "lost";
  const back = status === "failed" ? [] : [texts.happened.returning];
  return {
    headline: isGone ? texts[reason] : texts.failed,
    sentences: [...(isGone ? [] : reasonIn(texts, facts)), ...back, contact],
  };
}

function reasonIn(texts: Texts, { reason }: MailFacts): string[] {
  const reasons: Record<string, string> = texts.reasons;
  const why = reason === null ? undefined : reasons[reason];
  return why === undefined ? [] : [why];
}

/** Where the parcel arrives. UTC is named where nobody knows the place. */
function timesIn(locale: string, timeZone: string | null): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${locale}-u-nu-latn`, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    ...(timeZone === null ? { timeZone: "UTC", timeZoneName: "short" } : { timeZone }),
  });
}

/** Undefined where nobody knows. */
function expectationOf(facts: MailFacts, { window, day }: Arrival, time: Intl.DateTimeFormat) {
  if (day !== undefined) return dayIn(`${mailLanguage(facts)}-${facts.country}`, day);
  return window && rangeIn(time, window);
}

/** The carrier has not said yet when it tries again. */
function isBeforeFailure({ expectedAt, expectedDay, failedAt, timeZone }: MailFacts): boolean {
  return failedAt === null || !isNextAttempt({ at: expectedAt, day: expectedDay }, failedAt, timeZone);
}

function rangeIn(time: Intl.DateTimeFormat, { from, to }: Span): string {
  return time.formatRange(from, to);
}

function textOf(
  { trackingUrl, trackingNumber, stopUrl }: MailFacts,
  { headline, sentences }: Said,
  { colon, texts, own }: Wording,
): string {
  return `${[
    headline,
    sentences.join("\n"),
    `${own.follow}${colon}\n${trackingUrl}`,
    `${texts.trackingNumber}${colon} ${trackingNumber}`,
    `${own.why}\n${own.stop}${colon}\n${stopUrl}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

/** Mail programs know no style sheets, so the styles are in the elements. */
function htmlOf(
  { color, senderName, trackingUrl, trackingNumber, stopUrl }: MailFacts,
  { headline, sentences }: Said,
  frame: Wording & { subject: string; language: string; direction: "ltr" | "rtl" },
): string {
  const { subject, language, direction, colon, texts, own } = frame;
  const paragraphs = sentences.map((sentence) => `<p style="margin:0 0 12px">${html(sentence)}</p>`);
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${html(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div dir="${direction}" style="max-width:520px;margin:0 auto;padding-top:16px;border-top:4px solid ${color ?? ink}">
<p style="margin:0 0 16px;font-weight:600"><bdi>${html(senderName)}</bdi></p>
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25">${html(headline)}</h1>
${paragraphs.join("\n")}
<p style="margin:24px 0"><a href="${html(trackingUrl)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${ink};color:#fff;font-weight:600;text-decoration:none">${html(own.follow)}</a></p>
<p style="margin:0 0 24px;font-size:14px">${html(texts.trackingNumber + colon)} <bdi>${html(trackingNumber)}</bdi></p>
<p style="margin:0;padding-top:16px;border-top:1px solid #8888;font-size:14px">${html(own.why)}<br><a href="${html(stopUrl)}" style="color:inherit">${html(own.stop)}</a></p>
</div></body></html>
`;
}
