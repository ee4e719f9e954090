/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ʻ: "",
  ʼ: "",
};

/** Words that are often abbreviated. */
const shortWords: Readonly<Record<string, string>> = {
  saint: "st",
  sankt: "st",
  sainte: "ste",
  fort: "ft",
  mount: "mt",
};

/**
 * Normalizes the name of a town: no case, accents, punctuation or spaces, and `Saint` becomes `st`. `Saint-Étienne` and
 * `st etienne` are both `stetienne`. The packed list has names in this form.
 */
export function townKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøłđðþıʻʼ]/gu, (letter) => letters[letter] ?? letter)
    .replace(/['’‘`ʹ]/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => shortWords[word] ?? word)
    .join("");
}
