import { folded } from "@/infra/text/words.ts";
import type { CellUnit } from "./field.ts";
import { noneWords } from "./words/none.ts";
import { type Role, roles, roleWords } from "./words/role.ts";
import { type Meaning, meaningWords } from "./words/words.ts";

/** What a header says, in the thirteen languages of the recipient's page and in the words of shops. Pure. */

export interface HeaderMeaning {
  /** Which stop; null where the header names none. */
  role: Role | null;
  /** `none`: a word that stands for nothing an order has. Null: no word is known. */
  meaning: Meaning | "none" | null;
  /** How many letters the word has that decided; a longer one is surer. */
  strength: number;
  /** What the header says about numbers that name no unit. */
  unit: CellUnit | null;
  /** Whether it is about the articles of an order. */
  isArticle: boolean;
}

/** What shops write above the articles of an order. */
const articleWords =
  /line ?item|\b(?:sku|items?|artikel\w*|article|articolo|articulo|artigo|artykul|produ[ck]t\w*|producto|produit|produto|prodotto|urun)\b|товар|артикул|商品|المنتج|מוצר/u;

interface Word {
  text: string;
  meaning: Meaning | "none";
}

/** A beginning or an end of a compound, such as `Liefer` in `Lieferdatum`, has this many letters at least. */
const compoundMin = 5;
/** Beside the name of a stop, shorter ones are sure too: `Lieferort`. */
const compoundBesideRoleMin = 3;

interface Dictionary {
  words: readonly Word[];
  roles: readonly { text: string; role: Role }[];
}

let loaded: Dictionary | undefined;

/** Made when the first list is read: a start needs none of it. */
function dictionary(): Dictionary {
  loaded ??= {
    words: [
      ...Object.entries(meaningWords).flatMap(([meaning, ofLanguages]) =>
        listed(ofLanguages).map((text) => ({ text, meaning: meaning as Meaning })),
      ),
      ...listed(noneWords).map((text) => ({ text, meaning: "none" as const })),
    ],
    roles: roles.flatMap((role) => listed(roleWords[role]).map((text) => ({ text, role }))),
  };
  return loaded;
}

export function readHeader(header: string): HeaderMeaning {
  const text = plainHeader(header);
  const unit = unitOf(header);
  const isArticle = articleWords.test(text);
  const nothing = { role: roleOf(text), meaning: null, strength: 0, unit, isArticle };
  if (text === "") return nothing;
  const found = dictionary().words.flatMap((word) => {
    const rest = without(text, word.text);
    return rest === undefined ? [] : [{ ...word, rest }];
  });
  // "Shipping address: zip" names a part of it.
  const exact = found.filter(({ meaning }) => meaning !== "address" && meaning !== "none");
  const best = longest(exact.length > 0 ? exact : found);
  if (!best) return nothing;
  const refused = found.find(({ meaning, text: word }) => meaning === "none" && !best.text.includes(word));
  if (refused) return { ...nothing, meaning: "none", strength: refused.text.length };
  return { ...nothing, role: roleOf(best.rest), meaning: best.meaning, strength: best.text.length };
}

/** In small letters and without signs; words that a program joined stand apart. */
function plainHeader(header: string): string {
  const apart = header.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2");
  return folded(apart)
    .replaceAll(/['’"״׳]/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function listed(ofLanguages: Readonly<Record<string, string>>): string[] {
  const all = Object.values(ofLanguages).flatMap((text) => text.split(",").map(plainHeader));
  return [...new Set(all)].filter((word) => word !== "");
}

function longest<T extends { text: string }>(found: readonly T[]): T | undefined {
  return found.reduce<T | undefined>(
    (best, each) => (best && best.text.length >= each.text.length ? best : each),
    undefined,
  );
}

/** What is left of a header without the word; undefined where the word is not in it. */
function without(text: string, word: string): string | undefined {
  // Most of the words are not in it, and there are many.
  if (!text.includes(word)) return undefined;
  if (isUnspaced(word)) return text.replace(word, " ");
  const whole = ` ${text} `;
  const at = whole.indexOf(` ${word} `);
  if (at !== -1) return `${whole.slice(0, at)} ${whole.slice(at + word.length + 1)}`.trim();
  if (word.includes(" ")) return undefined;
  const tokens = text.split(" ");
  for (const [place, token] of tokens.entries()) {
    const rest = restOf(token, word);
    if (rest !== undefined) return tokens.with(place, rest).join(" ");
  }
  return undefined;
}

function restOf(token: string, word: string): string | undefined {
  const [before, after] = [token.slice(0, -word.length), token.slice(word.length)];
  if (token.endsWith(word) && (word.length >= compoundMin || isRoleBefore(before, word))) return before;
  return token.startsWith(word) && word.length >= compoundMin ? after : undefined;
}

function isRoleBefore(before: string, word: string): boolean {
  return word.length >= compoundBesideRoleMin && before.length >= compoundMin && roleOf(before) !== null;
}

/** The role with the longest name in a text. A name of four letters or more may be a part of a word. */
function roleOf(text: string): Role | null {
  const tokens = text.split(" ");
  const found = dictionary().roles.filter(({ text: name }) => {
    if (!text.includes(name)) return false;
    if (isUnspaced(name)) return true;
    if (name.includes(" ")) return ` ${text} `.includes(` ${name} `);
    return tokens.some((token) => token === name || (name.length >= compoundMin && isPart(token, name)));
  });
  return longest(found)?.role ?? null;
}

function isPart(token: string, name: string): boolean {
  return token.startsWith(name) || token.endsWith(name);
}

/** Of a script that puts no blanks between words. */
function isUnspaced(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}

const units: Readonly<Record<string, CellUnit>> = {
  g: "g",
  gr: "g",
  gramm: "g",
  gram: "g",
  grams: "g",
  grammes: "g",
  kg: "kg",
  kilo: "kg",
  kilogramm: "kg",
  kilograms: "kg",
  кг: "kg",
  г: "g",
  كجم: "kg",
  קג: "kg",
  lb: "lb",
  lbs: "lb",
  oz: "oz",
  mm: "mm",
  мм: "mm",
  cm: "cm",
  см: "cm",
  m: "m",
  inch: "in",
  inches: "in",
};

/** `Gewicht (kg)`, `Weight in lb`, `Length [in]`. */
function unitOf(header: string): CellUnit | null {
  const bracketed = /[([]\s*in\.?\s*[)\]]/i.test(header) ? "in" : null;
  const tokens = plainHeader(header).split(" ");
  return tokens.map((token) => units[token]).findLast((unit) => unit !== undefined) ?? bracketed;
}
