import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { PageLanguage } from "../../delivery/model/model.ts";
import { directionOf } from "../language/language.ts";
import { en, type Texts } from "./texts/en.ts";

/** The page's languages. A driver's own comes first, then the phone's. English is there; the others are loaded. */

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

export const TextsContext = createContext<Texts>(en);

export function useTexts(): Texts {
  return useContext(TextsContext);
}

/** The texts, and the document in their language and direction; undefined until the first have come. */
export function useLanguage(language: PageLanguage): Texts | undefined {
  const [loaded, setLoaded] = useState<Texts>();
  useEffect(() => {
    let isGone = false;
    const show = (shown: PageLanguage, texts: Texts) => {
      if (isGone) return;
      document.documentElement.lang = shown;
      document.documentElement.dir = directionOf(shown);
      setLoaded(texts);
    };
    // A phone without a network that never had the language understands English better than nothing.
    loadTexts(language).then(
      (texts) => show(language, texts),
      () => show("en", en),
    );
    return () => {
      isGone = true;
    };
  }, [language]);
  return loaded;
}
