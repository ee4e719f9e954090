import { expect, test } from "bun:test";
import { type PageLanguage, pageLanguages } from "../../../../../../src/delivery/model/model.ts";
import { en } from "../../../../../../src/web/dashboard/pages/papers/how-to/texts/en.ts";
import { howToTexts } from "../../../../../../src/web/dashboard/pages/papers/how-to/texts.ts";
import { textsIn } from "../../../../../../src/web/dashboard/texts.ts";
import { loadTexts } from "../../../../../../src/web/driver/texts.ts";

/** Every sentence with its path. */
function sentencesIn(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}/${name}`, value]] : sentencesIn(value, `${path}/${name}`),
  );
}

/** Names of buttons, which the dashboard has in English. */
const buttonsIn = (text: string) => text.match(/Dispatch|Out today|Practice(?= ?[”“»」])/g) ?? [];

test.each([...pageLanguages])(
  "%s: no sentence of the sheets is missing, empty or English, and each names the same buttons",
  async (language: PageLanguage) => {
    const sentences = sentencesIn(await textsIn(howToTexts, language));
    const english = new Map(sentencesIn(en));
    expect(sentences.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of sentences) {
      expect(text.trim()).not.toBe("");
      const original = english.get(path) ?? "";
      expect([path, buttonsIn(text).toSorted()]).toEqual([path, buttonsIn(original).toSorted()]);
      if (language !== "en" && text.includes(" ")) expect([path, text]).not.toEqual([path, original]);
    }
  },
);

test.each([...pageLanguages])(
  "%s: the rider's sheet names the buttons as the phone does",
  async (language) => {
    const { rider } = await textsIn(howToTexts, language);
    const phone = await loadTexts(language);
    expect(rider.steps.changed.title).toBe(phone.notices.change);
    expect(rider.steps.changed.text).toContain(phone.seen);
    expect(rider.steps.absent.text).toContain(phone.tryLater);
  },
);
