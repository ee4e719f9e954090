/** Letters that Unicode does not take apart. */
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

/** Words that people write in full or not. */
const shortWords: Readonly<Record<string, string>> = {
  saint: "st",
  sankt: "st",
  sainte: "ste",
  fort: "ft",
  mount: "mt",
};

/**
 * The name of a town without what people spell differently: case, accents, punctuation, spaces, and `Saint` for `St.`.
 * `Saint-Étienne` and `st etienne` are both `stetienne`. The packed list holds names in this form.
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
