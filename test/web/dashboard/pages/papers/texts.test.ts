import { expect, test } from "bun:test";
import { type PageLanguage, pageLanguages } from "../../../../../src/delivery/model/model.ts";
import { en } from "../../../../../src/web/dashboard/pages/papers/texts/en.ts";
import { paperTexts } from "../../../../../src/web/dashboard/pages/papers/texts.ts";
import { textsIn } from "../../../../../src/web/dashboard/texts.ts";

/** Sentences with a number. */
const counted = ["stops", "pieces", "shipments", "erased"];

/** Every sentence with its path; functions get a value that must stand in it. */
function sentencesIn(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const here = `${path}/${name}`;
    if (typeof value === "string") return [[here, value]];
    if (typeof value !== "function") return sentencesIn(value, here);
    if (!counted.includes(name)) return [[here, value("«A»")]];
    return [1, 2, 3, 5, 11, 21, 100].map((count) => [`${here} ${count}`, value(count)]);
  });
}

test.each([...pageLanguages])(
  "%s: no sentence of a paper is missing, empty or English",
  async (language: PageLanguage) => {
    const sentences = sentencesIn(await textsIn(paperTexts, language));
    const english = new Map(sentencesIn(en));
    expect(sentences.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of sentences) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/#|undefined|\[object/);
      expect([path, text.includes("«A»")]).toEqual([path, english.get(path)?.includes("«A»") ?? false]);
      const count = /(?:stops|pieces|shipments|erased) (\d+)/.exec(path)?.[1];
      if (count !== undefined && Number(count) > 2) expect(text).toContain(count);
      if (language !== "en" && text.includes(" ")) {
        expect([path, text]).not.toEqual([path, english.get(path)]);
      }
    }
  },
);
