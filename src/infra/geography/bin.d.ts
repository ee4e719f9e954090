/** A file imported with `{ type: "file" }` is the path to read it from, inside the executable too. */
declare module "*.bin" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
