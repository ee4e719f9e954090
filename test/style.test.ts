import { describe, expect, test } from "bun:test";
import { errorCatalog } from "../src/infra/error-catalog.ts";

/** What STYLE.md says and a machine can check. */

const root = new URL("..", import.meta.url).pathname;
const titleWordsMax = 8;

const banned = [
  "mend",
  "is told of",
  "are told of",
  "by chance",
  "heed",
  "what is to be",
  "is like that",
  "for want of",
  "at its turn",
  "breaks off",
  "made whole",
];

/** The beginning of a doc comment that needs the one before it. */
const bannedBeginnings = ["The same"];

/** British spellings of words that occur in a project like this. `neighbour` and `cancelled` are the API's own. */
const british =
  /\b(e-mails?|colou?rised?|colours?|behaviours?|favours?|honours?|licences?|catalogues?|neighbours|judgement|travelled|labelled|learnt|centres?|(kilo|centi|milli)?metres?|(authoris|generalis|initialis|normalis|organis|recognis|serialis|summaris)(e|es|ed|ing|ation))\b/gi;

const places = ["*", "{client,client/src,deploy,docs}/*", "{examples,src,test,tools,.github}/**/*"];
const textual = /\.(css|js|md|mjs|py|service|tsx?|txt|ya?ml)$/;
/** Generated, or a list of what is banned. */
const left = ["STYLE.md", "client/src/schema.ts", "test/style.test.ts"];

/** Line breaks, and the marks of comments and quotes after them, count as a space; parts of a name as words. */
function proseOf(text: string): string {
  return text
    .replace(/\s*\n\s*(\*\/?|\/\/|#+|>|--)?\s*/g, " ")
    .replace(/" \+ "/g, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2");
}

function findBanned(text: string): string[] {
  const prose = proseOf(text);
  return banned.filter((phrase) => new RegExp(`\\b${phrase}(s|ed|ing)?\\b`, "i").test(prose));
}

function findBannedBeginnings(text: string): string[] {
  return bannedBeginnings.filter((phrase) => new RegExp(`/\\*\\*[\\s*]*${phrase}\\b`).test(text));
}

function findBritish(text: string): string[] {
  return [...proseOf(text).matchAll(british)].map(([word]) => word.toLowerCase());
}

async function listTexts(): Promise<string[]> {
  const found = places.map((place) => Array.fromAsync(new Bun.Glob(place).scan({ cwd: root, dot: true })));
  const paths = (await Promise.all(found)).flat();
  return paths.filter((path) => textual.test(path) && !left.includes(path) && !path.includes("node_modules"));
}

describe("an error title", () => {
  test.each(Object.entries(errorCatalog))("%s names what is wrong in a few words", (_, { title }) => {
    expect(title.split(" ").length).toBeLessThanOrEqual(titleWordsMax);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });
});

describe("texts, comments and names", () => {
  test("have no banned phrase, no banned beginning and no British spelling", async () => {
    const paths = await listTexts();
    expect(paths.length).toBeGreaterThan(500);
    const found = await Promise.all(
      paths.map(async (path) => {
        const text = await Bun.file(`${root}${path}`).text();
        return [...findBanned(text), ...findBannedBeginnings(text), ...findBritish(text)].map(
          (phrase) => `${path}: ${phrase}`,
        );
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  test("would be refused with one", () => {
    expect(banned.flatMap((phrase) => findBanned(`It ${phrase.toUpperCase()} x.`))).toEqual(banned);
    expect(findBanned("the owner is\n   * told of it")).toEqual(["is told of"]);
    expect(findBanned("An event that IS TOLD\n// of")).toEqual(["is told of"]);
    expect(findBanned("heedLimits(); const mending = 1;")).toEqual(["mend", "heed"]);
    expect(findBanned("We recommend and amend it, as commanded.")).toEqual([]);
    expect(findBannedBeginnings("/** The same for a list. */")).toEqual(["The same"]);
    expect(findBannedBeginnings("  /**\n   * The same for a list.\n   */")).toEqual(["The same"]);
    expect(findBannedBeginnings("/** A list. The same for all. */ // The same again.")).toEqual([]);
    expect(findBritish("Its colour was normalised. Otherwise, E-mail the centre.")).toEqual([
      "colour",
      "normalised",
      "e-mail",
      "centre",
    ]);
  });

  test("are banned as STYLE.md says", async () => {
    const style = proseOf(await Bun.file(`${root}STYLE.md`).text());
    for (const phrase of [...banned, ...bannedBeginnings]) expect(style).toContain(`"${phrase}"`);
  });
});
