import { expect, test } from "bun:test";
import { join } from "node:path";

/** A page of the dashboard that nobody looks at is noticed here, by its title. */

const root = join(import.meta.dir, "../../../..");
const titles = /\btitle: "((?:[^"\\]|\\.)+)"/g;

async function titlesIn(file: string): Promise<string[]> {
  const text = await Bun.file(join(root, file)).text();
  return [...text.matchAll(titles)].map(([, title = ""]) => title);
}

test("every title of a route has a line in `test/browser/pages.test.ts`", async () => {
  const routes = [...new Bun.Glob("src/web/dashboard/pages/**/routes.ts").scanSync(root)];
  const pages = (await Promise.all(routes.map(titlesIn))).flat();
  // The name of what a page shows comes before the page's own.
  const seen = (await titlesIn("test/browser/pages.test.ts")).map((title) => title.split(" · ").at(-1));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((title) => !seen.includes(title))).toEqual([]);
});
