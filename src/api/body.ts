import type { TSchema } from "@sinclair/typebox";
import { AppError, invalidField } from "../infra/errors.ts";
import { anyMediaType, type BodyRule, jsonBody } from "../infra/http/body.ts";
import { contextOf } from "../infra/http/context.ts";
import { refuseOversize } from "../infra/http/oversize.ts";
import { readWith } from "../infra/http/reading.ts";
import { loadedPhoneReader } from "../infra/phone/phone.ts";
import { loadPhoneReader } from "../infra/phone/reader.ts";
import { bytesPerKb, sizeText } from "../infra/units.ts";
import { holdThread } from "../infra/waiting/stretches.ts";

/**
 * Reads the body up to the limit of the route's rule, parses it by that rule and reads its texts by its schema. Null
 * where there is none.
 * @throws AppError `unsupported_media_type`, `body_too_large`, and what the rule's `parse` throws
 */
export async function readBody(request: Request): Promise<unknown> {
  const context = contextOf(request);
  const { bodyRule = jsonBody, bodyPresence } = context?.route ?? {};
  const bytes = await readBytes(request, bodyRule);
  holdThread(context?.holder);
  if (bytes.length > 0) {
    if (context) context.body = bytes;
    const body = bodyRule.parse(bytes, request.headers.get("content-type") ?? "");
    const schema = context?.route?.body;
    if (!schema) return body;
    refuseOversize(schema, body);
    return readInput(schema, body);
  }
  if (bodyPresence === "required") throw invalidField("#", "required", "is required");
  return null;
}

/** Bytes that are read before a body is judged by its start. */
const startBytes = 64 * bytesPerKb;

/** The media types that are accepted for a body. */
export function mediaTypesOf({ mediaTypes, aliases }: BodyRule): readonly string[] {
  return [...mediaTypes, ...aliases];
}

async function readBytes(request: Request, rule: BodyRule): Promise<Uint8Array> {
  if (!hasBody(request)) return new Uint8Array();
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const isUtf8 = parameters.every((parameter) => !/^\s*charset=(?!"?utf-8"?\s*$)/.test(parameter));
  const encoding = request.headers.get("content-encoding") ?? "identity";
  const allowed = mediaTypesOf(rule);
  const isAny = allowed.includes(anyMediaType);
  const isAllowed = isAny || (allowed.includes(type.trim()) && (isUtf8 || rule.anyCharset === true));
  if (!isAllowed || encoding !== "identity") {
    throw new AppError("unsupported_media_type", {
      detail: isAny
        ? "Send the body uncompressed."
        : `Send ${allowed.join(" or ")}${rule.anyCharset ? "" : " in UTF-8"}, uncompressed.`,
      // RFC 5789 §3.1, RFC 9110 §15.5.16.
      headers: { [request.method === "PATCH" ? "accept-patch" : "accept"]: allowed.join(", ") },
    });
  }
  return readLimited(request, rule);
}

/** RFC 9112 §6.3. Accessing `request.body` would turn it into a stream. */
function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || declaredLength(headers) > 0;
}

function declaredLength(headers: Headers): number {
  return Number(headers.get("content-length"));
}

async function readLimited(request: Request, { bytesMax, judgeStart }: BodyRule): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("body_too_large", {
      detail: `The body of this operation may have at most ${sizeText(bytesMax)}. Send less at a time.`,
      // Otherwise the rest of the upload would delay a shutdown.
      headers: { connection: "close" },
    });
  const declared = declaredLength(request.headers);
  if (declared > bytesMax) throw tooLarge();
  // The body cannot be longer than declared, and reading it in chunks takes several times as long.
  if (declared > 0 && !judgeStart) return request.bytes();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isJudged = judgeStart === undefined;
  const judge = () => {
    isJudged = true;
    judgeStart?.(Buffer.concat(chunks), request.headers.get("content-type") ?? "");
  };
  const reader = request.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read?.value) break;
    length += read.value.length;
    if (length > bytesMax) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(read.value);
    if (isJudged || length < startBytes) continue;
    try {
      judge();
    } catch (error) {
      await reader?.cancel();
      throw error;
    }
  }
  if (!isJudged && length > 0) judge();
  return Buffer.concat(chunks);
}

/** A body as its operation gets it, before its schema judges it. */
export async function readInput(schema: TSchema, sent: unknown): Promise<unknown> {
  const { value, missesPhones } = readWith(schema, sent, loadedPhoneReader());
  return missesPhones ? readWith(schema, value, await loadPhoneReader()).value : value;
}
