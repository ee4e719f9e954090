import type { ImportKind } from "@/delivery/orders/imports/columns/field.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { post } from "@/web/browser/api.ts";
import type { Problem } from "@/web/browser/problem.ts";

/** A list on its way to the API, as CSV. */

/** What the file dialog offers. */
export const listTypes =
  ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

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
  return post("/platform/imports", body, {
    environment,
    query: { kind, file_name: name?.slice(0, 200) },
    idempotencyKey,
  });
}
