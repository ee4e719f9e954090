import { type PageLanguage, pageLanguages } from "../../delivery/model/model.ts";

/** The languages of the pages for recipients and drivers. */

const rightToLeft: readonly PageLanguage[] = ["ar", "he"];

/** The first that the pages have; BCP 47 tags count by their language. */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): PageLanguage {
  const tags = wanted.map((tag) => tag?.split("-")[0]?.toLowerCase());
  return tags.flatMap((tag) => pageLanguages.find((language) => language === tag) ?? [])[0] ?? "en";
}

/** The value of the attribute `dir`. */
export function directionOf(language: PageLanguage): "ltr" | "rtl" {
  return rightToLeft.includes(language) ? "rtl" : "ltr";
}

/** The tags of an `Accept-Language` header, most wanted first, RFC 9110 §12.5.4. */
export function acceptedLanguages(header: string | null): string[] {
  const wanted = (header ?? "").split(",").map((entry) => {
    const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  return wanted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
