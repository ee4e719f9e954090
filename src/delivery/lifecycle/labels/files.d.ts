/** A file imported with `{ type: "file" }`: the path to read it at, inside the executable too. */
declare module "*.ttf" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
