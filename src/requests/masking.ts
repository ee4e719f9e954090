/** What the log keeps of texts that may hold secrets. */

const bodyBytesMax = 16 * 1024;
const pathCharactersMax = 2_000;
const mask = "***";

const names = "secret|password|current_password|new_password|pin";
/** The end of a text that was cut may be missing. Values that are neither text nor number tell nothing. */
const secretFields = new RegExp(
  `("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|-?\\d[\\d.eE+-]*)`,
  "gi",
);
const secretParameters = new RegExp(`([?&](?:${names})=)[^&]*`, "gi");
/** API keys and signing secrets, wherever they stand. */
const secretTexts = /(wb_(?:sandbox|live)_|whsec_)[\w+/=%-]*/g;

/** At most the first 16 KiB of a body, without its secrets; null where there was none. */
export function keptBody(body: string | Uint8Array | undefined): string | null {
  if (body === undefined || body.length === 0) return null;
  return cut(body).replace(secretFields, `$1"${mask}"`).replace(secretTexts, `$1${mask}`);
}

/** A path with its query, without secrets: parameters that no operation has can hold one too. */
export function keptPath(path: string): string {
  return path
    .slice(0, pathCharactersMax)
    .replace(secretParameters, `$1${mask}`)
    .replace(secretTexts, `$1${mask}`);
}

const utf8 = new TextDecoder();

/** No half of a character at the end. */
function cut(body: string | Uint8Array): string {
  if (typeof body === "string" && body.length * 3 <= bodyBytesMax) return body;
  // No character is shorter than a byte.
  const bytes = typeof body === "string" ? Buffer.from(body.slice(0, bodyBytesMax)) : body;
  const text = utf8.decode(bytes.subarray(0, bodyBytesMax));
  return bytes.length < bodyBytesMax ? text : text.replace(/\uFFFD$/, "");
}
