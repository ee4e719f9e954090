import { AppError, type FieldError, refuseFields } from "../infra/errors.ts";
import { contextOf } from "../infra/http/context.ts";
import { memberPointer, parseJson } from "../infra/http/json.ts";
import { unstorable } from "../infra/http/kinds.ts";
import type { BodyRule } from "./route-table.ts";

/** Of an operation that declares no limit of its own. */
const bodyBytesDefault = 1024 * 1024;
const errorsMax = 50;
const json = "application/json";

/** The media types that a method's body can have; a merge patch (RFC 7396) is one only as a patch. */
export function bodyTypesOf(method: string): readonly string[] {
  return method === "PATCH" ? [json, "application/merge-patch+json"] : [json];
}

/**
 * The body as JSON; null where there is none. Read up to the limit and no further.
 * @throws AppError `unsupported_media_type`, `body_too_large`, `body_unparsable`, and `validation_failed` for
 * what no operation takes
 */
export async function readJson(request: Request): Promise<unknown> {
  const body = await parseBody(request);
  refuseSome(wholeErrors(body, contextOf(request)?.route?.bodyRule ?? "optional"));
  if (!isAllStorable(body)) refuseSome(textErrors(body, "#"));
  return body ?? null;
}

function refuseSome(errors: Iterable<FieldError>): void {
  refuseFields(Iterator.from(errors).take(errorsMax).toArray());
}

/** Undefined where there is none; JSON's `null` is a body, and no object. */
async function parseBody(request: Request): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  const isUtf8 = parameters.every((parameter) => !/^\s*charset=(?!"?utf-8"?\s*$)/.test(parameter));
  const encoding = request.headers.get("content-encoding") ?? "identity";
  const allowed = bodyTypesOf(request.method);
  if (!allowed.includes(type.trim()) || !isUtf8 || encoding !== "identity") {
    throw new AppError("unsupported_media_type", {
      detail: `Send ${allowed.join(" or ")} in UTF-8, uncompressed.`,
      // RFC 5789 §3.1, RFC 9110 §15.5.16.
      headers: { [request.method === "PATCH" ? "accept-patch" : "accept"]: allowed.join(", ") },
    });
  }
  const context = contextOf(request);
  const bytes = await readLimited(request, context?.route?.operation.bodyBytesMax ?? bodyBytesDefault);
  if (context) context.body = bytes;
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

/** RFC 9112 §6.3. Asking for the body itself would make a stream of it. */
function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || declaredLength(headers) > 0;
}

function declaredLength(headers: Headers): number {
  return Number(headers.get("content-length"));
}

/** Bodies are objects; one that an operation does not take has no known fields. */
function wholeErrors(body: unknown, rule: BodyRule): FieldError[] {
  if (body === undefined) {
    return rule === "required" ? [{ pointer: "#", code: "required", detail: "is required" }] : [];
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return [{ pointer: "#", code: "type", detail: "must be an object" }];
  }
  if (rule !== "none") return [];
  return Object.keys(body).map((name) => ({
    pointer: memberPointer("#", name),
    code: "unknown_field",
    detail: "is an unknown field",
  }));
}

/**
 * Whether all text can be given back as it came: SQLite ends it at NUL in places, half a surrogate pair has no
 * UTF-8 (RFC 8259 §8.2), and `__proto__` is no ordinary name in JavaScript. Nearly every body is fine, and a large
 * one would take long to be described place by place.
 */
function isAllStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isAllStorable);
  for (const name in value) {
    if (!isName(name) || !isAllStorable((value as Record<string, unknown>)[name])) return false;
  }
  return true;
}

/** The places of what is not. */
function* textErrors(value: unknown, pointer: string): Generator<FieldError> {
  if (typeof value === "string" && !isStorable(value)) yield { pointer, ...unstorable };
  if (typeof value !== "object" || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    const place = memberPointer(pointer, name);
    if (isName(name)) yield* textErrors(entry, place);
    else yield { pointer: place, code: "reserved", detail: "is a reserved name" };
  }
}

function isName(text: string): boolean {
  return text !== "__proto__" && isStorable(text);
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

async function readLimited(request: Request, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("body_too_large", {
      detail: `Send at most ${bytesMax} bytes.`,
      // What is still being sent would keep the server from stopping.
      headers: { connection: "close" },
    });
  const declared = declaredLength(request.headers);
  if (declared > bytesMax) throw tooLarge();
  // No more than was declared comes, and reading a stream piece by piece takes several times as long.
  if (declared > 0) return request.bytes();
  const chunks: Uint8Array[] = [];
  let length = 0;
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
  }
  return Buffer.concat(chunks);
}
