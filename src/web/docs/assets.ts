import scalar from "../../../node_modules/@scalar/api-reference/dist/browser/standalone.js" with {
  type: "file",
};
import favicon from "./assets/favicon.svg" with { type: "file" };
import stylesheet from "./assets/reference.css" with { type: "file" };
import { transpileForBrowser } from "./browser-script.macro.ts" with { type: "macro" };

/** The files that the page at `/docs` loads. They are read at its first request. */
const contents = {
  "scalar.js": () => Bun.file(scalar),
  "page.js": () => new Blob([transpileForBrowser("page-script.ts")]),
  "reference.css": () => Bun.file(stylesheet),
  "favicon.svg": () => Bun.file(favicon),
} as const satisfies Record<string, () => Blob | Promise<Blob>>;

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
  const names = Object.keys(contents) as AssetName[];
  const entries = await Promise.all(names.map(readAsset));
  const hashedNames = new Map(entries.map(({ name, hashedName }) => [name, hashedName]));
  const assets = new Map(entries.map(({ hashedName, asset }) => [hashedName, asset]));
  return {
    pathOf: (name) => `/docs/assets/${hashedNames.get(name)}`,
    find: (hashedName) => assets.get(hashedName),
  };
}

async function readAsset(name: AssetName) {
  const plain = await contents[name]();
  const [stem = "", extension = ""] = name.split(".");
  const hash = Bun.hash(await plain.arrayBuffer()).toString(36);
  const gzipped = new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).bytes();
  const mediaType = mediaTypes[extension] ?? "application/octet-stream";
  return { name, hashedName: `${stem}-${hash}.${extension}`, asset: { mediaType, plain, gzipped } };
}
