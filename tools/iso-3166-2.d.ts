declare module "iso-3166-2" {
  interface Country {
    name: string;
    /** By full code: `CA-ON`. */
    sub: Record<string, { type: string; name: string }>;
  }
  const iso3166: { country(code: string): Country | null };
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS
  export default iso3166;
}
