import { describe, expect, test } from "bun:test";
import { type PageLanguage, pageLanguages } from "../../../src/delivery/model/model.ts";
import { arrivalOf, arrivalWindow, type Known } from "../../../src/web/recipient/arrival-window.ts";
import { en } from "../../../src/web/recipient/texts/en.ts";
import { loadTexts } from "../../../src/web/recipient/texts.ts";

/** Sentences with a number. */
const counted = ["stopsBefore", "wrong"];

/** Every sentence with its path; functions get values that must stand in it. */
function sentencesIn(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const here = `${path}/${name}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value !== "function") return sentencesIn(value, here);
    if (!counted.includes(name)) return [[here, value("«A»", "«B»")]];
    return [1, 2, 3, 5, 11, 21, 100].map((count) => [`${here} ${count}`, value(count)]);
  });
}

test.each([...pageLanguages])(
  "%s: no sentence is missing, empty or English",
  async (language: PageLanguage) => {
    const sentences = sentencesIn(await loadTexts(language));
    const english = new Map(sentencesIn(en));
    expect(sentences.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of sentences) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/#|undefined|\[object/);
      // What a sentence is about stands in it, in every language.
      for (const value of ["«A»", "«B»"]) {
        expect([path, text.includes(value)]).toEqual([path, english.get(path)?.includes(value) ?? false]);
      }
      const count = /(?:stopsBefore|wrong) (\d+)/.exec(path)?.[1];
      if (count !== undefined && Number(count) > 2) expect(text).toContain(count);
      if (language !== "en" && text.includes(" "))
        expect([path, text]).not.toEqual([path, english.get(path)]);
    }
  },
);

test("a recipient waits for a window at full five minutes, the wider the further away, that never ends in the past", () => {
  const at = (time: string) => Date.parse(`2026-02-02T${time}Z`);
  const windowOf = (eta: string, now: string) => {
    const { from, to } = arrivalWindow(at(eta), at(now));
    return [from, to].map((time) => new Date(time).toISOString().slice(11, 16));
  };
  expect(windowOf("14:30:00", "14:00:00")).toEqual(["14:20", "14:40"]);
  expect(windowOf("14:32:10", "14:00:00")).toEqual(["14:20", "14:45"]);
  expect(windowOf("14:05:00", "14:00:00")).toEqual(["14:00", "14:15"]);
  expect(windowOf("18:00:00", "14:00:00")).toEqual(["17:20", "18:40"]);
  expect(windowOf("23:30:00", "02:00:00")).toEqual(["22:30", "00:30"]);
  expect(windowOf("13:00:00", "14:01:00")).toEqual(["14:00", "14:05"]);
  for (let minutes = -120; minutes < 3_000; minutes += 7) {
    const [eta, now] = [at("12:00:00") + minutes * 60_000, at("12:03:20")];
    const { from, to } = arrivalWindow(eta, now);
    expect(to).toBeGreaterThan(from);
    expect(to).toBeGreaterThanOrEqual(Math.max(eta, now));
    expect(from).toBeGreaterThan(now - 5 * 60_000);
  }
});

describe("a promised window from 8 to 16", () => {
  const at = (time: string) => Date.parse(`2026-02-02T${time}:00Z`);
  const promised = { from: at("08:00"), to: at("16:00") };
  const told = (change: Partial<Known>) => {
    const base = { promised, expectedAt: null, expectedDay: null, timeZone: "Etc/UTC" };
    const { window, day, isLate } = arrivalOf({
      ...base,
      isComing: false,
      isRetry: false,
      now: at("06:00"),
      ...change,
    });
    const ends = window && [window.from, window.to].map((time) => new Date(time).toISOString().slice(11, 16));
    return [ends?.join("-") ?? day, isLate];
  };

  test("stands while the driver does something else, whatever the estimate says within it", () => {
    for (const time of ["07:10", "08:00", "12:00", "15:59", "16:00"])
      expect(told({ expectedAt: at(time) })).toEqual(["08:00-16:00", false]);
    expect(told({})).toEqual(["08:00-16:00", false]);
    expect(told({ now: at("15:59") })).toEqual(["08:00-16:00", false]);
  });

  test("bounds the estimate while the driver comes", () => {
    const comes = (time: string, now: string) => told({ isComing: true, expectedAt: at(time), now: at(now) });
    expect(comes("08:00", "06:00")).toEqual(["08:00-08:20", false]);
    expect(comes("07:00", "06:30")).toEqual(["08:00-08:20", false]);
    expect(comes("08:05", "07:45")).toEqual(["08:00-08:20", false]);
    expect(comes("12:00", "11:30")).toEqual(["11:50-12:10", false]);
    expect(comes("15:55", "15:30")).toEqual(["15:45-16:00", false]);
    expect(comes("16:00", "16:00")).toEqual(["15:55-16:00", false]);
  });

  test("says that it is late once it cannot hold", () => {
    expect(told({ expectedAt: at("16:01"), now: at("15:00") })).toEqual(["15:50-16:15", true]);
    expect(told({ expectedAt: at("18:00"), now: at("17:30"), isComing: true })).toEqual([
      "17:50-18:10",
      true,
    ]);
    // An estimate that has passed is none.
    expect(told({ expectedAt: at("15:00"), now: at("16:01") })).toEqual(["16:00-16:05", true]);
    expect(told({ now: at("16:01") })).toEqual([undefined, true]);
  });

  test("is judged against days at the address", () => {
    expect(told({ expectedDay: "2026-02-02" })).toEqual(["08:00-16:00", false]);
    expect(told({ expectedDay: "2026-02-03" })).toEqual(["2026-02-03", true]);
    // There the window ends on the 3rd.
    expect(told({ expectedDay: "2026-02-03", timeZone: "Pacific/Auckland" })).toEqual(["08:00-16:00", false]);
    expect(told({ expectedDay: "2026-02-03", timeZone: null })).toEqual(["08:00-16:00", false]);
    expect(told({ expectedDay: "2026-02-04", timeZone: null })).toEqual(["2026-02-04", true]);
  });

  test("promises nothing of the next attempt", () => {
    const retry = { isRetry: true, now: at("10:00") };
    expect(told({ ...retry, expectedAt: at("15:00") })).toEqual(["14:15-15:45", false]);
    expect(told({ ...retry, expectedAt: at("18:00") })).toEqual(["17:00-19:00", false]);
    expect(told({ ...retry, expectedDay: "2026-02-03" })).toEqual(["2026-02-03", false]);
    expect(told(retry)).toEqual([undefined, false]);
  });

  test("ends in no estimate outside of it, whatever the time", () => {
    for (let eta = at("05:00"); eta <= promised.to; eta += 7 * 60_000)
      for (let now = at("05:00"); now <= promised.to; now += 11 * 60_000) {
        const { window, isLate } = arrivalOf({
          ...{ promised, expectedAt: eta, expectedDay: null, timeZone: null, isRetry: false, now },
          isComing: true,
        });
        expect(isLate).toBe(false);
        expect(window?.from).toBeGreaterThanOrEqual(promised.from);
        expect(window?.to).toBeLessThanOrEqual(promised.to);
        expect((window?.to ?? 0) - (window?.from ?? 0)).toBeGreaterThanOrEqual(5 * 60_000);
      }
  });
});
