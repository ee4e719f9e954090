import { AppError } from "../errors.ts";

/** Far deeper than any body of this API. Validating deeper ones takes minutes. */
const depthMax = 32;
const quote = '"'.charCodeAt(0);
const backslash = "\\".charCodeAt(0);
const colon = ":".charCodeAt(0);
/** A text, with the colon of a name; or what opens, parts and closes. */
const tokenPattern = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;

/**
 * Parses JSON (RFC 8259). The names in an object must be unique (§4), and the nesting is limited.
 * @throws AppError `body_unparsable`
 */
export function parseJson(bytes: Uint8Array): unknown {
  const { text, value } = parse(bytes);
  // JSON.parse keeps the last of equal names, so there are fewer names than were sent.
  if (countNames(value, depthMax) !== countColons(text)) throw repeatedName(text);
  return value;
}

/** Whether a value of JSON is an object: no array, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The place of a member: a JSON Pointer as a URI fragment, RFC 6901 §3 and §6. */
export function memberPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function parse(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    throw new AppError("body_unparsable", { detail: "Send a JSON body encoded in UTF-8." });
  }
}

function countNames(value: unknown, depthLeft: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depthLeft === 0) {
    throw new AppError("body_unparsable", { detail: `Nest the body at most ${depthMax} levels deep.` });
  }
  const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = entries === value ? 0 : entries.length;
  for (const entry of entries) count += countNames(entry, depthLeft - 1);
  return count;
}

/** Counts the colons outside of texts: one for every name that was sent. */
function countColons(text: string): number {
  let count = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === backslash) index += 1;
    else if (code === quote) isInText = !isInText;
    else if (code === colon && !isInText) count += 1;
  }
  return count;
}

/** An object or array that is open: where it is being read, and the names it had so far. */
interface Level {
  at: string;
  names: Set<string> | undefined;
}

/** Finds the first name that an object has twice. */
function repeatedName(text: string): AppError {
  const open: Level[] = [];
  for (const [token, literal, isName] of text.matchAll(tokenPattern)) {
    const level = open.at(-1);
    if (token === "{") open.push({ at: "", names: new Set() });
    else if (token === "[") open.push({ at: "0", names: undefined });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && level && !level.names) level.at = String(Number(level.at) + 1);
    if (!level?.names || literal === undefined || !isName) continue;
    level.at = JSON.parse(literal);
    if (level.names.has(level.at)) break;
    level.names.add(level.at);
  }
  const pointer = open.reduce((place, { at }) => memberPointer(place, at), "#");
  return new AppError("body_unparsable", {
    detail: "An object has the same field twice. Send each field once.",
    errors: [{ pointer, code: "repeated", detail: "is given more than once" }],
  });
}
