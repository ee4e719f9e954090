/** Imported with `{ type: "file" }`: the path to read the file at, inside the executable too. */
declare module "*.pmtiles" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
