/** Masks secrets in texts before they are logged. */

const keptBytesMax = 16 * 1024;
/** Longer bodies are not parsed, because the requests behind them would wait. */
export const parsedBytesMax = 64 * 1024;
const pathCharactersMax = 2_000;
const mask = "***";

/** Names that are or end like this hold secrets: `webhook_secret`, `accessToken`, `X-API-Key`. A QR code holds a link. */
const secretEnds = "(?:secret|password|token|api[_-]?key|authorization|cookie)s?";
const secretName = new RegExp(`${secretEnds}$|^pin$|^qr_svg$`, "i");
/** Secrets in the query or fragment of a URL. */
const secretParameters = new RegExp(`([?&#](?:[^?&#=\\s]*${secretEnds}|pin)=)[^&\\s]*`, "gi");
/** API keys, tokens and signing secrets. */
const keys = /(wb[cdp]?_(?:sandbox|live)_|whsec_)[\w+/=%*-]*/gi;
/** `user:password@` in a URL; parsers accept slashes and backslashes. */
const credentials = /(https?:[/\\]|[/\\]{2})[^/?#\s\\]*@/gi;
/** Tokens of sessions, devices, tracking links, set-up links and drivers' links, anywhere: 256 bits in base64url. */
const tokens = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const tokenLength = 43;
/** Tokens in the addresses of recipients' pages and of carriers' webhooks. */
const pathTokens = /(\/(?:t|track|hooks\/car_[^/?#\s]+)\/)[^/?#\s]+/gi;
/** Each of the other patterns needs one of these. */
const secretMarks = /[=_@/]/;

/** Parameters whose values are numbers, times or words of the API. */
const harmless: ReadonlySet<string> = new Set([
  ...["limit", "wait_seconds", "status", "health", "type", "event_type", "method", "action", "code", "route"],
  ...["from", "to", "created_after", "created_before", "group_by", "caller", "environment"],
]);
/** Parameters that search for names, references and addresses. */
const searches: ReadonlySet<string> = new Set(["q", "reference", "address", "file_name"]);
const parameterName = /^[a-z_]{1,32}$/;
const plainValue = /^(?:[\w.,:*+-]|%2c|%3a|%2b){0,100}$/i;

/** Characters that mean the same encoded or not in a URL, RFC 3986 §6.2.2.2. */
const encodedUnreserved = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
const encodedAscii = /%([0-7][\da-f])/gi;
/** The parameters of a URL, the first together with the path; `beforeValue` matches one up to its value. */
const parts = /[^&\s]+/g;
const beforeValue = /^(?:[^?=]*\?)?[^?=]*=/;

/**
 * At most the first 16 KiB of a body, as JSON without secrets; null if there was no body. If it is longer than 64 KiB
 * or not JSON, only its size.
 */
export function maskedBody(body: string | Uint8Array | undefined): string | null {
  if (body === undefined || body.length === 0) return null;
  const bytes = Buffer.byteLength(body);
  if (bytes > parsedBytesMax) return omittedBody(bytes);
  try {
    return cut(JSON.stringify(maskedValue(JSON.parse(typeof body === "string" ? body : utf8.decode(body)))));
  } catch {
    // The body is not UTF-8, not JSON, or nested too deeply for the stack.
    return `(${bytes} bytes that are no JSON)`;
  }
}

/** What the log shows for a body that is too long to parse. */
export function omittedBody(bytes: number): string {
  return `(${bytes} bytes, too many to keep)`;
}

/**
 * A path with its query, without secrets and without what was searched for, which is often a name. Unknown parameters can
 * hold secrets too.
 */
export function maskedPath(path: string): string {
  return withoutSearches(maskedText(path)).slice(0, pathCharactersMax);
}

function withoutSearches(path: string): string {
  const [target = "", query] = path.split(/\?(.*)/s);
  if (query === undefined) return path;
  return `${target}?${query.split("&").map(withoutSearch).join("&")}`;
}

function withoutSearch(parameter: string): string {
  const [name = "", value] = parameter.split(/=(.*)/s);
  return value !== undefined && searches.has(decoded(name, encodedUnreserved))
    ? `${name}=${mask}`
    : parameter;
}

/**
 * A path for the process's log, whose readers are not the account's users. Of the query it keeps only values that
 * operations define: no search texts and no unknown parameters.
 */
export function loggedPath(target: string): string {
  const start = target.indexOf("?");
  if (start === -1) return maskedPath(target);
  const query = target
    .slice(start + 1)
    .split("&")
    .map(loggedParameter);
  return maskedPath(`${target.slice(0, start)}?${query.join("&")}`);
}

function loggedParameter(parameter: string): string {
  const [name = "", value] = parameter.split(/=(.*)/s);
  if (!parameterName.test(name)) return mask;
  if (value === undefined || (harmless.has(name) && plainValue.test(value))) return parameter;
  return `${name}=${mask}`;
}

function maskedValue(value: unknown): unknown {
  if (typeof value === "string") return maskedText(value);
  if (Array.isArray(value)) return value.map(maskedValue);
  if (typeof value !== "object" || value === null) return value;
  // A member may be called __proto__.
  const shown: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    if (name === "headers" || name === "settings") shown[name] = maskedValues(member);
    else if (isHarmlessName(name)) shown[name] = maskedValue(member);
    // Whether a PIN is required is no secret.
    else if (secretName.test(name) && typeof member !== "boolean" && member !== null)
      shown[maskedText(name)] = mask;
    else shown[maskedText(name)] = maskedValue(member);
  }
  return shown;
}

/** Names of members that neither are nor announce a secret. Bodies have the same few again and again. */
const harmlessNames = new Set<string>();
const harmlessNamesMax = 1_000;
const harmlessNameMax = 40;

function isHarmlessName(name: string): boolean {
  if (harmlessNames.has(name)) return true;
  if (name.length > harmlessNameMax || secretName.test(name) || maskedText(name) !== name) return false;
  if (harmlessNames.size < harmlessNamesMax) harmlessNames.add(name);
  return true;
}

/** Any header of a webhook endpoint and any setting of a carrier may hold a secret, whatever its name. */
function maskedValues(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return maskedValue(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [maskedText(name), member && mask]),
  );
}

function maskedText(text: string): string {
  if (!text.includes("%")) return withoutSecrets(text);
  const plain = decoded(text, encodedUnreserved);
  const masked = withoutSecrets(plain).replace(parts, maskedPart);
  return masked === plain ? text : masked;
}

/** Masks the whole value if it contains an encoded secret. */
function maskedPart(part: string): string {
  if (!hasDisguised(part)) return part;
  const [before = ""] = beforeValue.exec(part) ?? [];
  return hasDisguised(before) ? mask : before + mask;
}

function hasDisguised(part: string): boolean {
  const plain = decoded(part, encodedAscii);
  return plain !== part && withoutSecrets(plain) !== plain;
}

/** Most texts are short and have none of the characters without which there is no secret: they are seen through once. */
function withoutSecrets(text: string): string {
  if (text.length < tokenLength && !secretMarks.test(text)) return text;
  return text
    .replace(secretParameters, `$1${mask}`)
    .replace(keys, `$1${mask}`)
    .replace(tokens, mask)
    .replace(credentials, `$1${mask}@`)
    .replace(pathTokens, `$1${mask}`);
}

function decoded(text: string, encoded: RegExp): string {
  return text.replace(encoded, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Cuts a text without splitting a character. */
function cut(text: string): string {
  // A UTF-16 unit takes one to three bytes.
  if (text.length * 3 <= keptBytesMax) return text;
  const bytes = Buffer.from(text.slice(0, keptBytesMax));
  const kept = bytes.subarray(0, keptBytesMax).toString("utf8");
  return bytes.length < keptBytesMax ? kept : kept.replace(/\uFFFD$/, "");
}
