/** Files imported with `{ type: "file" }`: the path to read each at, inside the executable too. */
declare module "*.bin" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.pmtiles" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.png" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
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
