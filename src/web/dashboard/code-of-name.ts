/** Codes as the API wants them, made from what people call a thing. */

const lengthMax = 40;
/** Letters that no accent can be taken from. */
const spelled: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  ø: "o",
  œ: "oe",
  đ: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/** `Kurier-Nord` → `kurier_nord`. Empty for a name without Latin letters: its person chooses a code. */
export function codeOfName(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæøœđłþı]/g, (letter) => spelled[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, lengthMax)
    .replace(/_+$/, "");
}

/** The code beside a name that changes: it follows the name until somebody has given it words of its own. */
export function codeBeside(before: { name: string; code: string }, name: string): string {
  return before.code === codeOfName(before.name) ? codeOfName(name) : before.code;
}
