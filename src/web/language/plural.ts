/** Numbers with their words: languages have up to six forms, https://cldr.unicode.org/index/cldr-spec/plural-rules. */

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** `counted("pl", {one: "# krok", few: "# kroki", other: "# kroków"})(3)` → `3 kroki`. */
export function counted(language: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace("#", String(count));
}
