import { AppError, type FieldError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { memberPointer, parseJson } from "./json.ts";
import { unstorable } from "./kinds.ts";
import type { BodyRule } from "./route-table.ts";

const bodyBytesMax = 1024 * 1024;
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
  const errors = [
    ...wholeErrors(body, contextOf(request)?.route?.bodyRule ?? "optional"),
    ...textErrors(body, "#"),
  ];
  if (errors.length > 0) {
    throw new AppError("validation_failed", { errors: errors.slice(0, errorsMax) });
  }
  return body ?? null;
}

/** Undefined where there is none; JSON's `null` is a body, and no object. */
async function parseBody(request: Request): Promise<unknown> {
  if (request.body === null || request.headers.get("content-length") === "0") return undefined;
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const encoding = request.headers.get("content-encoding") ?? "identity";
  const allowed = bodyTypesOf(request.method);
  if (type === undefined || !allowed.includes(type) || encoding !== "identity") {
    throw new AppError("unsupported_media_type", {
      detail: `Send ${allowed.join(" or ")}, not compressed.`,
      // RFC 5789 §3.1, RFC 9110 §15.5.16.
      headers: { [request.method === "PATCH" ? "accept-patch" : "accept"]: allowed.join(", ") },
    });
  }
  const bytes = await readLimited(request);
  const context = contextOf(request);
  if (context) context.body = bytes;
  return bytes.length === 0 ? undefined : parseJson(bytes);
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
    detail: "is not a known field",
  }));
}

/**
 * Text that could not be given back as it came: SQLite ends it at NUL in places, half a surrogate pair has no
 * UTF-8 (RFC 8259 §8.2), and `__proto__` is no ordinary name in JavaScript.
 */
function textErrors(value: unknown, pointer: string): FieldError[] {
  if (typeof value === "string") {
    if (isStorable(value)) return [];
    return [{ pointer, ...unstorable }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    if (isStorable(name) && name !== "__proto__") {
      return textErrors(entry, memberPointer(pointer, name));
    }
    return [
      { pointer: memberPointer(pointer, name), code: "reserved", detail: "is not a name that can be used" },
    ];
  });
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

async function readLimited(request: Request): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("body_too_large", {
      detail: `A body can have ${bodyBytesMax} bytes.`,
      // What is still being sent would keep the server from stopping.
      headers: { connection: "close" },
    });
  if (Number(request.headers.get("content-length")) > bodyBytesMax) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read?.value) break;
    length += read.value.length;
    if (length > bodyBytesMax) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}
