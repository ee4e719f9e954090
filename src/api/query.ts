import { AppError, invalidParameter } from "../infra/errors.ts";
import { queryOf } from "../infra/http/target.ts";

/** No operation has this many. */
const parametersMax = 100;

/**
 * Refuses repeated and undecodable parameters, and converts those that the schema declares as integers to numbers. The
 * schema validates the rest. @throws AppError `query_invalid`
 */
export function prepareQuery(
  request: Request,
  query: Record<string, unknown>,
  integers: ReadonlySet<string> = new Set(),
): void {
  const pairs = queryOf(request).split("&");
  if (pairs.length > parametersMax) {
    throw new AppError("query_invalid", { detail: `Send at most ${parametersMax} query parameters.` });
  }
  const seen = new Set<string>();
  for (const pair of pairs) {
    const name = readName(pair);
    if (seen.has(name)) throw invalidParameter(name, "repeated", "must be given only once");
    if (pair !== "") seen.add(name);
  }
  for (const name of integers) {
    const text = query[name];
    if (typeof text === "string" && /^-?\d{1,15}$/.test(text)) query[name] = Number(text);
  }
}

/** The name of `name=value`, both of which must be UTF-8 in percent-encoding. */
function readName(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  const known = decode(name) ?? name;
  if (decode(pair) === undefined) throw invalidParameter(known, "encoding", "must be percent-encoded UTF-8");
  return known;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
