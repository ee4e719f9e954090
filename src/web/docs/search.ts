import MiniSearch, { type SearchResult } from "minisearch";

/** The search over the documentation, as the browser runs it. */

/** A place that can be found: its address, its title, what it belongs to, and the words of its text. */
export interface Entry {
  url: string;
  title: string;
  within: string;
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

/** Finds the best places for a question: first those with all its words, or else those with some. */
export function createSearch(entries: readonly Entry[]): (question: string) => Entry[] {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ["title", "within", "words"],
    tokenize: wordsOf,
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
  const toEntries = (results: SearchResult[]) =>
    results.slice(0, resultsMax).flatMap(({ id }) => entries[id] ?? []);
  return (question) => {
    const all = index.search(question, { combineWith: "AND" });
    return toEntries(all.length > 0 ? all : index.search(question));
  };
}
