import { decode, expand } from "pluscodes";
import type { Place } from "@/web/map/place.ts";

/** Places in what people paste: coordinates, `geo:` links, links of maps, plus codes. Nothing is asked of anybody. */

/** Why a pasted text has no place. `shortened`: only its server knows; `far`: a short plus code belongs to a town. */
export type Unread = "shortened" | "far";

const number = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const pair = new RegExp(`(${number})\\s*(?:,|%2C|;|\\s)\\s*(${number})`, "i");
const wholePair = new RegExp(`^\\(?${pair.source}\\)?$`, "i");
const decimalsMax = 6;

const shorteners = ["maps.app.goo.gl", "goo.gl", "g.co", "maps.apple", "osm.org", "g.page"];
/** Of maps, the parameters that hold a place, the surest first. Google's view, `@`, is only the middle of the map. */
const parameters = ["query", "q", "ll", "coordinate", "destination", "daddr", "center"];

/** Full, or without its first four or two characters; Google writes the town behind a short one. */
const plusCode = /(?:^|[\s/=+])([23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,5})(?=$|[\s,&/?+])/i;
const fullCodeLength = 9;

/**
 * The place in a text; undefined for a text that is none of these, such as an address.
 * @param near where a short plus code is looked for
 */
export function readPasted(text: string, near: Place | undefined): Place | Unread | undefined {
  const trimmed = text.trim();
  if (/^geo:/i.test(trimmed)) return ofGeoLink(trimmed);
  const url = urlOf(trimmed);
  if (url) return ofMapLink(url, near);
  const [, latitude, longitude] = wholePair.exec(trimmed) ?? [];
  return placeOf(latitude, longitude) ?? ofPlusCode(trimmed, near);
}

/** RFC 5870, and `?q=` as Android writes it: `geo:0,0?q=52.5,13.4(Label)`. */
function ofGeoLink(link: string): Place | undefined {
  const asked = /[?&]q=([^&]*)/.exec(link)?.[1];
  const [, latitude, longitude] = pair.exec(asked ?? "") ?? pair.exec(link) ?? [];
  return placeOf(latitude, longitude);
}

function urlOf(text: string): URL | undefined {
  const isBare = /^(www\.|maps\.|google\.|openstreetmap\.|osm\.)/i.test(text);
  const url = URL.parse(isBare ? `https://${text}` : text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

function ofMapLink(url: URL, near: Place | undefined): Place | Unread | undefined {
  const { host, pathname, searchParams, hash } = url;
  const decoded = decoding(`${pathname}${url.search}`);
  const ofGoogle = /!3d(-?[\d.]+)!4d(-?[\d.]+)/.exec(decoded);
  const ofMarker = [searchParams.get("mlat"), searchParams.get("mlon")];
  const named = parameters.map((name) => wholePair.exec(searchParams.get(name)?.trim() ?? ""));
  const inPath = /\/(?:place|search|dir\/.*)\/(-?[\d.]+),\+?(-?[\d.]+)/.exec(decoded);
  const ofView = /@(-?[\d.]+),(-?[\d.]+)/.exec(decoded);
  const ofHash = /map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash);
  const candidates = [ofGoogle, ["", ...ofMarker], ...named, inPath];
  for (const candidate of candidates) {
    const place = placeOf(candidate?.[1] ?? undefined, candidate?.[2] ?? undefined);
    if (place) return place;
  }
  const ofCode = ofPlusCode(decoded, near);
  if (ofCode) return ofCode;
  const viewed = placeOf(ofView?.[1], ofView?.[2]) ?? placeOf(ofHash?.[1], ofHash?.[2]);
  if (viewed) return viewed;
  return shorteners.includes(host.replace(/^www\./, "")) ? "shortened" : undefined;
}

/** Of a path, `+` is a blank unless it is the sign of a plus code. */
function decoding(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ofPlusCode(text: string, near: Place | undefined): Place | Unread | undefined {
  const code = plusCode.exec(text)?.[1]?.toUpperCase();
  if (code === undefined) return undefined;
  const place = code.indexOf("+") === fullCodeLength - 1 ? decode(code) : ofShortCode(code, near);
  if (place === "far") return place;
  return place ? placeOf(String(place.latitude), String(place.longitude)) : undefined;
}

function ofShortCode(code: string, near: Place | undefined): Place | "far" | null {
  if (!near) return "far";
  // The package completes codes with two characters behind the sign.
  const whole = expand(code.slice(0, code.indexOf("+") + 3), near);
  return whole === null ? null : decode(whole);
}

function placeOf(latitudeText: string | undefined, longitudeText: string | undefined): Place | undefined {
  const latitude = degrees(latitudeText);
  const longitude = degrees(longitudeText);
  const isPlace =
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isPlace ? { latitude, longitude } : undefined;
}

/** NaN for what is no number. */
function degrees(text = ""): number {
  return text === "" ? Number.NaN : Number(Number(text).toFixed(decimalsMax));
}
