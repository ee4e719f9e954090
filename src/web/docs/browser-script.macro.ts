import { readFileSync } from "node:fs";

/**
 * Runs when the source is bundled: a file of this folder as a browser reads it. It waits for nothing: Bun can hang
 * where two files run a macro that does.
 */
export function transpileForBrowser(file: string): string {
  const source = readFileSync(`${import.meta.dir}/${file}`, "utf8");
  return new Bun.Transpiler({ loader: "ts", target: "browser", minifyWhitespace: true }).transformSync(
    source,
  );
}
