import type { PageLanguage } from "../../../delivery/model/model.ts";
import type { PracticeTexts } from "./texts/en.ts";

/** What is said while somebody practices. All of it is loaded then, each language by itself. */

const loaders: Record<PageLanguage, () => Promise<PracticeTexts>> = {
  en: async () => (await import("./texts/en.ts")).en,
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

export const loadPracticeTexts = (language: PageLanguage): Promise<PracticeTexts> => loaders[language]();
