import { expect, test } from "bun:test";
import { type PageLanguage, pageLanguages } from "../../../src/delivery/model.ts";
import { arrivalWindow } from "../../../src/web/recipient/arrival-window.ts";
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
