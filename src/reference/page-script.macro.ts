/** Runs when the source is bundled: `page-script.ts` as a browser reads it. */
export async function transpilePageScript(): Promise<string> {
  const source = await Bun.file(`${import.meta.dir}/page-script.ts`).text();
  return new Bun.Transpiler({ loader: "ts", target: "browser", minifyWhitespace: true }).transformSync(
    source,
  );
}
