import { expect, test } from "bun:test";
import { type PageLanguage, pageLanguages } from "../../../src/delivery/model/model.ts";
import { en } from "../../../src/web/order/texts/en.ts";
import { loadTexts } from "../../../src/web/order/texts.ts";

/** Every sentence with its path; functions get values that must stand in it. */
function sentencesIn(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const here = `${path}/${name}`;
    if (typeof value === "string") return [[here, value]];
    return typeof value === "function" ? [[here, value("«A»", "«B»")]] : sentencesIn(value, here);
  });
}

test.each([...pageLanguages])(
  "%s: no sentence is missing, empty or English",
  async (language: PageLanguage) => {
    const sentences = sentencesIn(await loadTexts(language));
    const english = new Map(sentencesIn(en));
    expect(english.size).toBeGreaterThan(80);
    expect(sentences.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of sentences) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/#|undefined|\[object/);
      // What a sentence is about stands in it, in every language.
      for (const value of ["«A»", "«B»"]) {
        expect([path, text.includes(value)]).toEqual([path, english.get(path)?.includes(value) ?? false]);
      }
      if (language !== "en" && text.includes(" "))
        expect([path, text]).not.toEqual([path, english.get(path)]);
    }
  },
);
