/** A number, or the typed text while it is not one. */
export type NumberValue = number | string;

/** As people and other programs write it, `1 234,50` too: everything else stays text, which the API refuses. */
export function numberOf(text: string): NumberValue {
  const read = readNumber(text);
  return typeof read === "number" ? read : text.trim();
}

/** Digits as they stand in a number: those of Arabic and Persian keyboards, and full-width ones. */
const arabicZeros = ["٠", "۰"].map((zero) => zero.charCodeAt(0));
/** Between groups of digits, and nowhere else. */
const groupSigns = /[\s'’٬]/g;
const minus = /^[-−]/;

/**
 * A number in any of the usual notations. A point or comma alone before three digits can be both: `1.234`.
 * @param decimals of an amount's currency, by which that is decided; without it a point is a decimal point
 * @returns undefined for what is no number
 */
export function readNumber(typed: string, decimals?: number): number | "ambiguous" | undefined {
  const text = plainText(typed);
  const isNegative = minus.test(text);
  const parts = partsOf(text.replace(minus, ""), decimals);
  if (parts === undefined || parts === "ambiguous") return parts;
  const { whole, fraction } = parts;
  const digits = ungrouped(whole);
  if (digits === undefined || (digits === "" && fraction === "")) return undefined;
  const number = Number(`${digits || "0"}.${fraction || "0"}`);
  return isNegative && number !== 0 ? -number : number;
}

/** With plain digits, without signs that only direct how it is drawn. */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => {
      const zero = arabicZeros.find((code) => digit.charCodeAt(0) - code < 10 && digit.charCodeAt(0) >= code);
      return String(digit.charCodeAt(0) - (zero ?? 0));
    })
    .trim();
}

interface Parts {
  /** Perhaps in groups. */
  whole: string;
  fraction: string;
}

/** What stands before and behind the decimal sign. */
function partsOf(text: string, decimals: number | undefined): Parts | "ambiguous" | undefined {
  const marks = [...text.matchAll(/[.,٫]/g)].map(({ 0: sign, index }) => ({ sign, index }));
  const last = marks.at(-1);
  if (last === undefined) return { whole: text, fraction: "" };
  const fraction = text.slice(last.index + 1);
  const whole = text.slice(0, last.index);
  const kind = kindOf(last.sign, marks.length, { whole, fraction }, decimals);
  if (kind === "ambiguous") return kind;
  if (kind === "group") return { whole: text, fraction: "" };
  const isClean = /^\d+$/.test(fraction) && !whole.includes(last.sign);
  return isClean ? { whole, fraction } : undefined;
}

function kindOf(
  sign: string,
  count: number,
  { whole, fraction }: Parts,
  decimals: number | undefined,
): "decimal" | "group" | "ambiguous" {
  if (sign === "٫") return "decimal";
  const isRepeated = count > 1 && whole.includes(sign);
  if (isRepeated) return "group";
  // Another sign makes the groups, or the digits before it or behind it can be no group.
  const canGroup = count === 1 && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction);
  if (!canGroup) return "decimal";
  if (decimals === undefined) return sign === "." ? "decimal" : "ambiguous";
  if (decimals === 0) return "group";
  return decimals === 3 ? "decimal" : "ambiguous";
}

/** `1.234.567` → `1234567`; undefined unless all groups have three digits and one sign between them. */
function ungrouped(whole: string): string | undefined {
  const text = whole.replaceAll(groupSigns, " ");
  const [sign, ...others] = new Set(text.replaceAll(/\d/g, ""));
  if (sign === undefined) return text;
  const [first = "", ...groups] = text.split(sign);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return others.length === 0 && isGrouped ? first + groups.join("") : undefined;
}
