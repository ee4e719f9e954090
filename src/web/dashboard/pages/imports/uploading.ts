import type { ImportKind } from "@/delivery/orders/imports/columns/field.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { bytesPerMb, sizeText } from "@/infra/units.ts";
import { post } from "@/web/browser/api.ts";
import type { Problem } from "@/web/browser/problem.ts";

/** A list on its way to the API, as CSV. */

/** What the file dialog offers. */
export const listTypes =
  ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The API takes no more, and unpacking more than that takes long. */
const listBytesMax = 5 * bytesPerMb;
const workbookBytesMax = 32 * bytesPerMb;

/** What is sent. Pasted cells have no name. */
export interface List {
  name: string | undefined;
  content: Blob | string;
}

export function isWorkbook({ name, type }: File): boolean {
  return /\.xlsx$/i.test(name) || type === workbookType;
}

/** For what cannot be sent at all. */
export function refusal(detail: string): Problem {
  return { status: 0, code: "unreadable", title: "The file cannot be read", detail };
}

/** Undefined for a file that can be read. */
export function tooLarge(file: File): Problem | undefined {
  const max = isWorkbook(file) ? workbookBytesMax : listBytesMax;
  return file.size > max ? refusal(`The file is larger than ${sizeText(max)}. Split it.`) : undefined;
}

/** @throws Problem */
export function uploadList(
  { name, content }: List,
  {
    environment,
    kind,
    idempotencyKey,
  }: { environment: Environment; kind: ImportKind; idempotencyKey: string },
): Promise<ImportView> {
  const body = new Blob([content], { type: "text/csv" });
  if (body.size > listBytesMax)
    return Promise.reject(refusal(`The list is larger than ${sizeText(listBytesMax)} as CSV. Split it.`));
  return post("/platform/imports", body, {
    environment,
    query: { kind, file_name: name?.slice(0, 200) },
    idempotencyKey,
  });
}
