import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { de } from "./texts/de.ts";
import { en, type Texts } from "./texts/en.ts";
import { es } from "./texts/es.ts";

/** The page's languages. A driver's own comes first, then the phone's. */

export const languages = { en, de, es } as const satisfies Record<string, Texts>;
export type Language = keyof typeof languages;

/** The first that the page has; BCP 47 tags count by their language. */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Language {
  const known = wanted
    .map((tag) => tag?.split("-")[0]?.toLowerCase())
    .find((tag) => tag && Object.hasOwn(languages, tag));
  return (known as Language | undefined) ?? "en";
}

export const LanguageContext = createContext<Language>("en");

export function useTexts(): Texts {
  return languages[useContext(LanguageContext)];
}
