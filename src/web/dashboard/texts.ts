import { use } from "react";
import type { PageLanguage } from "../../delivery/model/model.ts";
import { chooseLanguage } from "../language/language.ts";

/**
 * The sentences of a feature's pages: `texts/en.ts` in its folder has them, and `texts.ts` beside the pages lists the
 * languages. Another language is a file beside the English one, and a line in that list.
 */

/** English comes with the page. The others are loaded by those who read them; a page that lacks one stays English. */
export interface Catalog<Texts> {
  en: Texts;
  others?: Partial<Record<PageLanguage, () => Promise<Texts>>>;
}

const loaded = new WeakMap<object, Promise<unknown>>();

/** A catalog's sentences in the language of the browser. */
export function useTexts<Texts>(catalog: Catalog<Texts>): Texts {
  const texts = textsIn(catalog, chooseLanguage(navigator.languages));
  return texts instanceof Promise ? use(texts) : texts;
}

/** A language is loaded once, and has one promise. English where it fails to load. */
export function textsIn<Texts>(
  { en, others }: Catalog<Texts>,
  language: PageLanguage,
): Texts | Promise<Texts> {
  const load = others?.[language];
  if (load === undefined) return en;
  const texts = (loaded.get(load) as Promise<Texts> | undefined) ?? load().catch(() => en);
  loaded.set(load, texts);
  return texts;
}
