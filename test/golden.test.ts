import { expect, test } from "bun:test";
import { digestOf } from "../tools/api-digest.ts";
import { goldenFiles, goldenPath, goldenText, readReference } from "../tools/golden.ts";

/** A change that is meant is written with `bun run tools/golden.ts`, and reviewed. */
test.each(Object.keys(goldenFiles))("test/golden/%s is what callers get", async (name) => {
  expect(await goldenText(name)).toBe(await Bun.file(goldenPath(name)).text());
});

type Node = { [key: string]: unknown };
type Document = Parameters<typeof digestOf>[0];

/** Every so many members of the document are tried: all would take a minute. */
const stride = 7;
const textNames = ["description", "summary", "title", "example", "examples", "value"];

/** All objects of the document, but for texts, and for examples outside problems. */
function* nodesOf(node: unknown, path = ""): Generator<{ node: Node; name: string; path: string }> {
  if (typeof node !== "object" || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    const place = `${path}/${name}`;
    // As if it were not there.
    if (name === "required" && value === false) continue;
    if (textNames.includes(name) && !/properties$/.test(path)) continue;
    if (!Array.isArray(node)) yield { node: node as Node, name, path: place };
    yield* nodesOf(value, place);
  }
}

test("the golden list of members changes with each of them", async () => {
  const { paths, components } = (await readReference()) as unknown as Record<string, Record<string, Node>>;
  const path = "/api/v1/platform/shipments";
  const schemas = Object.entries(components?.schemas ?? {}).filter(([name]) => /Shipment|Address/.test(name));
  const looked = { paths: { [path]: paths?.[path] }, components: { schemas: Object.fromEntries(schemas) } };
  const list = () =>
    digestOf({ ...looked, components: { ...components, ...looked.components } } as Document).join("\n");
  const before = list();
  const nodes = [...nodesOf(looked)];
  expect(nodes.length).toBeGreaterThan(1_000);
  const unseen = nodes
    .filter((_, index) => index % stride === 0)
    .filter(({ node, name }) => {
      const value = node[name];
      delete node[name];
      const isSeen = list() !== before;
      node[name] = value;
      return !isSeen;
    });
  expect(unseen.map(({ path }) => path)).toEqual([]);
});
