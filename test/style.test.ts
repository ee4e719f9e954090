import { describe, expect, test } from "bun:test";
import { errorCatalog } from "../src/infra/error-catalog.ts";

/** What STYLE.md says and a machine can check. */

const titleWordsMax = 8;

describe("an error title", () => {
  test.each(Object.entries(errorCatalog))("%s names what is wrong in a few words", (_, { title }) => {
    expect(title.split(" ").length).toBeLessThanOrEqual(titleWordsMax);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });
});
