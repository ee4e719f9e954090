import { beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { type Bundle, bundleDashboard } from "../../../src/web/serving/bundle.ts";

const styles = "node_modules/@mantine/core/styles";

/** What every page has, whatever is on it. */
const ofAll = ["baseline", "default-css-variables", "global"];
let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleDashboard();
});

test("Mantine's styles are those of the components that are used, in Mantine's own order", () => {
  const { metafile } = bundle;
  const used = new Set(ofAll);
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      // Each component names its classes in a file that is called as its styles are.
      const [, name] = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(path) ?? [];
      if (name !== undefined && bytesInOutput > 0) used.add(name);
    }
  }
  const all = readFileSync("node_modules/@mantine/core/styles.css", "utf8");
  const placeOf = (name: string) => {
    const [first = ""] = /\.m_\w+/.exec(readFileSync(`${styles}/${name}.css`, "utf8")) ?? [];
    return all.indexOf(first);
  };
  const components = [...used].filter((name) => !ofAll.includes(name) && existsSync(`${styles}/${name}.css`));
  const wanted = [...ofAll, ...components.sort((one, other) => placeOf(one) - placeOf(other))];
  const imported = readFileSync("src/web/dashboard/mantine.css", "utf8").matchAll(/styles\/([\w-]+)\.css/g);
  expect(Array.from(imported, ([, name]) => name)).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(40);
});

test("a page names few files, and a map without streets loads two", () => {
  const { manifest, files, metafile } = bundle;
  // Besides the program: the bundler's functions, then the feature's pages and what several features need.
  expect(manifest.dashboard.loaded.length).toBeLessThanOrEqual(1);
  for (const [feature, scripts] of Object.entries(manifest.dashboardPages))
    expect([feature, scripts.length]).toEqual([feature, 2]);
  for (const page of ["signIn", "recipient", "driver", "order"] as const)
    expect([page, manifest[page].loaded.length]).toEqual([page, 1]);
  // A program that comes with another one's file would run there.
  for (const page of ["dashboard", "signIn", "recipient", "driver", "order"] as const) {
    const { script } = manifest[page];
    const importing = Object.entries(metafile.outputs).filter(([, { imports }]) =>
      imports.some(({ path }) => path === script),
    );
    const strangers = importing.flatMap(([, { inputs }]) =>
      Object.keys(inputs).filter((path) =>
        /^src\/web\/(dashboard|sign-in|recipient|driver|order)\//.test(path),
      ),
    );
    const folder = page === "signIn" ? "sign-in" : page;
    expect(strangers.filter((path) => !path.startsWith(`src/web/${folder}/`))).toEqual([]);
  }
  // The data of maps are one file of all programs, which stays the same whatever changes elsewhere.
  const data = Object.entries(metafile.outputs).filter(([name]) => name.startsWith("world-shapes-"));
  expect(data.map(([, { imports }]) => imports)).toEqual([[]]);
  const names = [...files.keys()].join(" ");
  expect(names).toMatch(/\bmap-.*\bworld-/);
  expect(names).not.toMatch(/\b(board|pin)-map-|\btown-names-|\blargest-/);
});
