/** What a request says of the responses that it takes: RFC 9110, §12.5. */

/** Whether it asks for this media type by name. @param mediaType in small letters */
export function asksFor(request: Request, mediaType: string): boolean {
  const entry = entriesOf(request, "accept").find((each) => nameOf(each) === mediaType);
  return entry !== undefined && !isRefused(entry);
}

export function acceptsCoding(request: Request, coding: "gzip" | "br"): boolean {
  const entries = entriesOf(request, "accept-encoding");
  const entry =
    entries.find((each) => nameOf(each) === coding) ?? entries.find((each) => nameOf(each) === "*");
  return entry !== undefined && !isRefused(entry);
}

function entriesOf(request: Request, header: string): string[] {
  return request.headers.get(header)?.toLowerCase().split(",") ?? [];
}

function nameOf(entry: string): string {
  return entry.split(";", 1)[0]?.trim() ?? "";
}

function isRefused(entry: string): boolean {
  return /;\s*q=0(\.0*)?\s*$/.test(entry);
}
