import { expect, test } from "bun:test";
import { pageLanguages } from "../../../src/delivery/model/model.ts";
import type { MailFacts } from "../../../src/delivery/recipients/mail/letter.ts";
import { countryCodes } from "../../../src/infra/geography/country.ts";
import { writeLetter } from "../../../src/web/recipient-mail/letter.ts";
import { mailLanguage } from "../../../src/web/recipient-mail/mail-language.ts";
import { loadMailTexts } from "../../../src/web/recipient-mail/texts.ts";

const now = Date.parse("2026-11-23T17:00:00Z");
const facts: MailFacts = {
  moment: "collected",
  status: "in_transit",
  reason: null,
  language: null,
  country: "US",
  timeZone: "America/Chicago",
  senderName: "Book shop",
  color: null,
  trackingNumber: "WB4Z7K2M9XQ1P",
  trackingUrl: "https://waybill.example.com/t/token",
  stopUrl: "https://waybill.example.com/stop-emails/stop",
  now,
  failedAt: null,
  promised: null,
  expectedAt: now + 3_600_000,
  expectedDay: null,
  deliveredAt: null,
};
const onDay = { expectedAt: null, expectedDay: "2026-11-25" } as const;
const missed = { moment: "missed", reason: "recipient_unavailable", failedAt: now } as const;
const ended = { moment: "finished", expectedAt: null } as const;
/** From 11:00 in Chicago, until before the estimate. */
const late = { promised: { from: now, to: now + 1_800_000 } };
const letters: Partial<MailFacts>[] = [
  {},
  onDay,
  { moment: "held", reason: "customs_hold" },
  { moment: "held", reason: "customs_hold", ...onDay },
  missed,
  { ...missed, ...onDay },
  late,
  { ...late, moment: "approaching" },
  { ...late, moment: "held", reason: "customs_hold" },
  { ...missed, reason: "other", expectedAt: null },
  { moment: "approaching" },
  { ...ended, status: "delivered", deliveredAt: now },
  { ...ended, status: "returning", reason: "recipient_refused" },
  { ...ended, status: "returning", reason: "other" },
  { ...ended, status: "failed", reason: "damaged" },
];

test("every letter is whole in every language, as text and as HTML, and no two say the same", async () => {
  const all: string[] = [];
  for (const language of pageLanguages) {
    for (const change of letters) {
      const { subject, text, html } = await writeLetter({ ...facts, ...change, language });
      all.push(text);
      expect(subject).toContain("Book shop");
      expect(subject).not.toMatch(/[\r\n]/);
      for (const part of [text, html]) {
        for (const shown of [facts.trackingUrl, facts.stopUrl, facts.trackingNumber])
          expect(part).toContain(shown);
        expect(part).not.toMatch(/undefined|null|NaN|=>|\[object/);
      }
      expect(html).toContain(
        `<html lang="${language}" dir="${["ar", "he"].includes(language) ? "rtl" : "ltr"}">`,
      );
      // What the text says, the HTML says too.
      for (const line of text.split("\n").filter((each) => each !== "" && !/http|WB4Z/.test(each)))
        expect(html).toContain(Bun.escapeHTML(line.replace(/\s?:$/, "")));
    }
  }
  expect(new Set(all).size).toBe(all.length);
});

test("a day is told as a day, until it is over at the address", async () => {
  const textOf = async (change: Partial<MailFacts>) => (await writeLetter({ ...facts, ...change })).text;
  expect(await textOf(onDay)).toContain("The carrier has your parcel.\nExpected Wednesday, November 25\n");
  expect(await textOf({ ...missed, ...onDay })).toContain("\nNext attempt: Wednesday, November 25\n");
  const held = await textOf({ ...onDay, moment: "held", reason: "customs_hold" });
  expect(held).toContain("Customs is holding it.\nContact Book shop about this delivery.\n");
  // In Chicago it is still the 25th.
  const night = Date.parse("2026-11-26T05:59:00Z");
  expect(await textOf({ ...onDay, now: night })).toContain("Expected Wednesday");
  expect(await textOf({ ...onDay, now: night + 60_000 })).not.toContain("Expected");
});

test("the promised window stands until the driver comes, bounds the estimate then, and who is late says so", async () => {
  const at = (minutes: number) => now + minutes * 60_000;
  const promised = { from: at(0), to: at(120) };
  const sentencesOf = async (change: Partial<MailFacts>) => {
    const berlin = { language: "en", country: "DE", timeZone: "Europe/Berlin" };
    const { text } = await writeLetter({ ...facts, ...berlin, ...change });
    return text.split("\n").filter((line) => /^(?:Expected|Later|Next)/.test(line));
  };
  const approaching = { promised, moment: "approaching" } as const;
  const whole = "Monday, 23 November, 18:00–20:00";
  expect(await sentencesOf({ promised, expectedAt: at(60) })).toEqual([`Expected ${whole}`]);
  expect(await sentencesOf({ promised, expectedAt: null })).toEqual([`Expected ${whole}`]);
  expect(await sentencesOf({ ...approaching, expectedAt: at(60) })).toEqual([
    "Expected Monday, 23 November, 18:50–19:10",
  ]);
  expect(await sentencesOf({ ...approaching, expectedAt: at(115) })).toEqual([
    "Expected Monday, 23 November, 19:35–20:00",
  ]);
  for (const moment of ["collected", "approaching"] as const)
    expect(await sentencesOf({ promised, moment, expectedAt: at(180) })).toEqual([
      "Expected Monday, 23 November, 20:30–21:30",
      `Later than promised (${whole}).`,
    ]);
  expect(await sentencesOf({ promised, expectedAt: null, now: at(121) })).toEqual([
    `Later than promised (${whole}).`,
  ]);
  // A missed window needs no second excuse.
  const retry = { ...missed, promised, failedAt: at(30), expectedAt: at(600) };
  expect(await sentencesOf(retry)).toHaveLength(1);
  expect((await sentencesOf(retry))[0]).toStartWith("Next attempt: ");
});

test("the day or the time of the attempt that failed is not the next one", async () => {
  const textOf = async (change: Partial<MailFacts>) =>
    (await writeLetter({ ...facts, ...missed, ...change })).text;
  expect(await textOf({ ...onDay, expectedDay: "2026-11-23" })).not.toMatch(/Next attempt|Expected/);
  expect(await textOf({ expectedAt: now - 600_000 })).not.toMatch(/Next attempt|Expected/);
  expect(await textOf({ expectedAt: now + 600_000 })).toContain("Next attempt");
  // In Chicago it was still the 23rd at 05:59 in UTC.
  const on24 = { ...onDay, expectedDay: "2026-11-24" };
  const midnight = Date.parse("2026-11-24T06:00:00Z");
  expect(await textOf({ ...on24, failedAt: midnight - 60_000 })).toContain("Next attempt: Tuesday");
  expect(await textOf({ ...on24, failedAt: midnight })).not.toContain("Next attempt");
});

test("French has a narrow space before each colon", async () => {
  const { subject, text, html } = await writeLetter({ ...facts, language: "fr" });
  expect(subject).toBe("Book shop\u202F: Votre colis est en route");
  expect(html).toContain("Numéro de suivi\u202F: <bdi>");
  expect(text.match(/\u202F:/g)).toHaveLength(3);
  expect(text).not.toMatch(/[a-z]:\s/);
});

test("no language lacks a sentence or repeats the English one", async () => {
  const english = await loadMailTexts("en");
  for (const language of pageLanguages.filter((each) => each !== "en")) {
    const texts = await loadMailTexts(language);
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    const same = Object.entries(texts).filter(([key, text]) => text === english[key as keyof typeof english]);
    expect(same).toEqual([]);
  }
});

test("times are of the place of delivery, and name UTC where nobody knows it", async () => {
  const linesOf = async (change: Partial<MailFacts>) =>
    (await writeLetter({ ...facts, ...change })).text.split("\n");
  expect((await linesOf({}))[3]).toMatch(/^Expected Monday, November 23.+ 11:50.+12:10.PM$/);
  expect((await linesOf({ country: "DE", timeZone: "Europe/Berlin" }))[3]).toMatch(/18:50–19:10/);
  expect((await linesOf({ timeZone: null }))[3]).toContain("UTC");
  for (const country of countryCodes)
    expect((await linesOf({ country, language: "en" }))[3]).toMatch(/\d\D{1,3}10/);
});

test("the language is the caller's, or that of the country where it is the language of most", () => {
  const of = (country: string, language: string | null = null) => mailLanguage({ language, country });
  expect(["DE", "MX", "BR", "EG", "IL", "JP", "UA", "AT"].map((country) => of(country))).toEqual([
    ...["de", "es", "pt", "ar", "he", "ja", "uk", "de"],
  ] as never);
  expect(["CH", "BE", "SE", "US", "KR"].map((country) => of(country))).toEqual(Array(5).fill("en"));
  expect(of("DE", "fr-CA")).toBe("fr");
  expect(of("DE", "ko")).toBe("de");
  for (const country of countryCodes) expect(pageLanguages).toContain(of(country));
});
