/** Files imported with `{ type: "file" }`: the path to read each at, inside the executable too. */
declare module "*.css" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*/carrier.mjs" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*/client-check.mjs" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.md" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.py" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.svg" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.test.js" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*.test.mjs" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
declare module "*/standalone.js" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how Bun exports a file
  export default path;
}
