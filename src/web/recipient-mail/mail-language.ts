import type { PageLanguage } from "../../delivery/model/model.ts";
import { chooseLanguage } from "../language/language.ts";

/** Countries where a mail in the commonest language reaches many in another one: it is in English there. */
const severalLanguages = ["BE", "CA", "CH", "CY", "DZ", "LU", "MA", "TN"];

/** The language that the caller gave, or else that of the delivery's country. */
export function mailLanguage(of: { language: string | null; country: string }): PageLanguage {
  return chooseLanguage([of.language, regionLanguage(of.country)]);
}

/** What most people of a country read, by CLDR's likely subtags. */
function regionLanguage(country: string): string | undefined {
  return severalLanguages.includes(country)
    ? undefined
    : new Intl.Locale(`und-${country}`).maximize().language;
}
