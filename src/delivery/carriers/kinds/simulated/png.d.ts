/** A file imported with `{ type: "file" }`: the path to read it at, inside the executable too. */
declare module "*.png" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
