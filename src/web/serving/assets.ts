import { promisify } from "node:util";
import type { Manifest } from "./bundle.ts";
import { isBundled, readBundle } from "./packaged.ts";

const mediaTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  json: "application/json",
};

/** A file, stored compressed; decompressed for the few clients without brotli. */
export interface Asset {
  mediaType: string;
  brotli: Blob;
  plain(): Promise<Uint8Array<ArrayBuffer>>;
}

interface Assets {
  manifest: Manifest;
  find(name: string): Asset | undefined;
}

let loading: Promise<Assets> | undefined;

/** For operations that load assets: from source, the first request waits for the bundle. */
export const waitsForBundle: { isSlow?: true } = isBundled ? {} : { isSlow: true };

/** Loads the bundle at the first request. */
export function loadAssets(): Promise<Assets> {
  loading ??= readAssets();
  return loading;
}

async function readAssets(): Promise<Assets> {
  const { manifest, files } = await readBundle();
  return {
    manifest,
    find(name) {
      const path = files.get(name);
      return path === undefined ? undefined : assetAt(path, name);
    },
  };
}

function assetAt(path: string, name: string): Asset {
  const brotli = Bun.file(path);
  return {
    mediaType: mediaTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    brotli,
    async plain() {
      const { brotliDecompress } = await import("node:zlib");
      return new Uint8Array(await promisify(brotliDecompress)(await brotli.arrayBuffer()));
    },
  };
}
