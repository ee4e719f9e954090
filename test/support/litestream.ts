/** The program that copies databases continuously: `LITESTREAM`, or the one on the PATH; undefined without one. */
export function findLitestream(): string | undefined {
  return process.env.LITESTREAM ?? Bun.which("litestream") ?? undefined;
}
