import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { PageLanguage } from "../../delivery/model/model.ts";
import { chooseLanguage, directionOf } from "../language/language.ts";
import { en, type Texts } from "./texts/en.ts";

/** The page's languages: the browser's, of which one is loaded. */

const loaders: Record<PageLanguage, () => Promise<Texts>> = {
  en: async () => en,
  de: async () => (await import("./texts/de.ts")).de,
  fr: async () => (await import("./texts/fr.ts")).fr,
  es: async () => (await import("./texts/es.ts")).es,
  it: async () => (await import("./texts/it.ts")).it,
  pt: async () => (await import("./texts/pt.ts")).pt,
  nl: async () => (await import("./texts/nl.ts")).nl,
  pl: async () => (await import("./texts/pl.ts")).pl,
  tr: async () => (await import("./texts/tr.ts")).tr,
  uk: async () => (await import("./texts/uk.ts")).uk,
  ar: async () => (await import("./texts/ar.ts")).ar,
  he: async () => (await import("./texts/he.ts")).he,
  ja: async () => (await import("./texts/ja.ts")).ja,
};
export const loadTexts = (language: PageLanguage): Promise<Texts> => loaders[language]();

/** What the page says, and in which language it writes numbers and times. */
export interface Words {
  language: PageLanguage;
  texts: Texts;
  /** A name that keeps its own direction in a sentence: Unicode's FSI and PDI, https://unicode.org/reports/tr9/. */
  named(name: string): string;
}

const wordsOf = (language: PageLanguage, texts: Texts): Words => ({
  language,
  texts,
  named: directionOf(language) === "rtl" ? (name) => `\u2068${name}\u2069` : (name) => name,
});

/** The browser's language; English where its file does not load. Puts the document in that language and direction. */
export async function openWords(): Promise<Words> {
  const language = chooseLanguage(navigator.languages);
  const words = await loadTexts(language).then(
    (texts) => wordsOf(language, texts),
    () => wordsOf("en", en),
  );
  document.documentElement.lang = words.language;
  document.documentElement.dir = directionOf(words.language);
  return words;
}

export const WordsContext = createContext<Words>(wordsOf("en", en));

export const useWords = (): Words => useContext(WordsContext);
