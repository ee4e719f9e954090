import type { Deps } from "../../infra/deps.ts";
import { findStreets } from "../../infra/streets/map-file.ts";
import { html } from "./html.ts";

/** Where browsers read the map file. */
export const streetsPath = "/maps/streets.pmtiles";
const versionCharacters = 12;

/**
 * The meta element that tells the script of a page about the map file; empty without one. The address changes with the
 * content, so that no cache mixes two files.
 */
export async function streetsMeta(deps: Deps): Promise<string> {
  const found = await findStreets(deps);
  if (found === null || "fault" in found.result) return "";
  const { bounds, minZoom, maxZoom, schema, attribution } = found.result;
  const version = found.etag.slice(1, 1 + versionCharacters);
  const facts = { bounds: bounds.join(), zooms: `${minZoom},${maxZoom}`, schema, attribution };
  const data = Object.entries(facts).map(([name, value]) => `data-${name}="${html(value)}"`);
  return `<meta name="waybill-streets" content="${streetsPath}?v=${version}" ${data.join(" ")}>`;
}
