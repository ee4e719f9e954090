import scalar from "../../../node_modules/@scalar/api-reference/dist/browser/standalone.js" with {
  type: "file",
};
import apiStylesheet from "./assets/api.css" with { type: "file" };
import docsStylesheet from "./assets/docs.css" with { type: "file" };
import favicon from "./assets/favicon.svg" with { type: "file" };
import { transpileForBrowser } from "./browser-script.macro.ts" with { type: "macro" };

/** The files that the pages below `/docs` load, read at the first request. Each names only those before it. */
const contents = {
  "favicon.svg": () => Bun.file(favicon),
  "docs.css": () => Bun.file(docsStylesheet),
  "minisearch.js": () => new Blob([transpileForBrowser("../../../node_modules/minisearch/dist/es/index.js")]),
  // A browser knows no packages: it imports the file beside this one.
  "search.js": (pathOf) =>
    new Blob([transpileForBrowser("search.ts").replace('"minisearch"', `"${pathOf("minisearch.js")}"`)]),
  "docs.js": () => new Blob([transpileForBrowser("docs-script.ts")]),
  "api.css": () => Bun.file(apiStylesheet),
  "scalar.js": () => Bun.file(scalar),
  "api.js": () => new Blob([transpileForBrowser("api-script.ts")]),
} as const satisfies Record<string, (pathOf: (name: string) => string) => Blob>;

type AssetName = keyof typeof contents;

const mediaTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

export interface Asset {
  mediaType: string;
  plain: Blob;
  /** Compressed once, off the event loop. */
  gzipped: Promise<Uint8Array<ArrayBuffer>>;
}

interface Assets {
  /** `scalar.js` → `/docs/assets/scalar-4fz1k.js`: the name changes with the content. */
  pathOf(name: AssetName): string;
  find(hashedName: string): Asset | undefined;
}

let loading: Promise<Assets> | undefined;

export function loadAssets(): Promise<Assets> {
  loading ??= readAssets();
  return loading;
}

async function readAssets(): Promise<Assets> {
  const hashedNames = new Map<string, string>();
  const assets = new Map<string, Asset>();
  const pathOf = (name: string) => `/docs/assets/${hashedNames.get(name)}`;
  for (const [name, read] of Object.entries(contents)) {
    const plain: Blob = read(pathOf);
    const [stem = "", extension = ""] = name.split(".");
    const hashedName = `${stem}-${Bun.hash(await plain.arrayBuffer()).toString(36)}.${extension}`;
    const gzipped = new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).bytes();
    hashedNames.set(name, hashedName);
    assets.set(hashedName, {
      mediaType: mediaTypes[extension] ?? "application/octet-stream",
      plain,
      gzipped,
    });
  }
  return { pathOf, find: (hashedName) => assets.get(hashedName) };
}
