import MiniSearch from "minisearch";

/** The search over the documentation, as the browser runs it. */

/** A place that can be found: its address, its title, what it belongs to, and the words of its text. */
export interface Entry {
  url: string;
  title: string;
  within: string;
  words: string[];
}

/** Entries as the server sends them. */
export interface PackedEntries {
  places: (readonly [url: string, title: string, within: string])[];
  /** A line for each word: the word, and the entries that have it as steps in base 36. */
  words: string;
}

/** Words that questions have and that say nothing. */
const stopWords = new Set(
  "a an and are as at be by can do does for from has have how i if in into is it its my not of on or that the then there this to was what when where which who why will with you your".split(
    " ",
  ),
);
const resultsMax = 12;
/** A guide explains, so it stands before an operation or a setting that has the same words. */
const guideBoost = 1.5;

/** The words of a text as they are compared: in lower case, without endings, each once. */
export function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  // A code such as quote_expired is found as a whole and by its parts.
  const all = found.flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : word));
  return [...new Set(all.filter((word) => word !== "" && !stopWords.has(word)).map(stem))];
}

/** "Restores", "restored" and "restoring" are one word; so are "delivery" and "deliveries". */
function stem(word: string): string {
  if (word.length < 4) return word;
  const cut = word.replace(/(?:ing|ied|ies|ed|es|e|s)$/, (ending) =>
    ending.startsWith("i") && ending !== "ing" ? "y" : "",
  );
  return cut.replace(/y$/, "i");
}

/**
 * Finds the best places for a question: first those with that very title, then those with all its words, or else
 * those with some.
 */
export function createSearch(packed: PackedEntries): (question: string) => Entry[] {
  const entries = unpack(packed);
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ["title", "within", "words"],
    tokenize: wordsOf,
    extractField: (entry, name) => (name === "words" ? entry.words.join(" ") : entry[name as "title"]),
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 4, within: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 1 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      boostDocument: (id) => (entries[id]?.url.startsWith("/docs/guides/") ? guideBoost : 1),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  const keyOf = (text: string) => wordsOf(text).join(" ");
  const byTitle = Map.groupBy(entries, ({ title }) => keyOf(title));
  return (question) => {
    const key = keyOf(question);
    if (key === "") return [];
    const exact = byTitle.get(key) ?? [];
    const all = index.search(question, { combineWith: "AND" });
    const found = all.length > 0 ? all : index.search(question);
    return [...new Set([...exact, ...found.flatMap(({ id }) => entries[id] ?? [])])].slice(0, resultsMax);
  };
}

function unpack({ places, words }: PackedEntries): Entry[] {
  const entries = places.map(([url, title, within]) => ({ url, title, within, words: [] as string[] }));
  for (const line of words.split("\n")) {
    const [word = "", ...steps] = line.split(" ");
    let at = 0;
    for (const step of steps) {
      at += Number.parseInt(step, 36);
      entries[at]?.words.push(word);
    }
  }
  return entries;
}
