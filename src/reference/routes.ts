import { Elysia } from "elysia";
import { operation } from "../http/operation.ts";
import type { RouteEntry } from "../http/route-table.ts";
import { NoQuery } from "../http/schema.ts";
import { createDocument } from "./document.ts";
import { OpenApiDocument } from "./schema.ts";

const open = { kind: "public" } as const;

/** What there is to call; `entries` are asked for at the first request, when all of them are known. */
export function referenceRoutes(entries: () => readonly RouteEntry[]) {
  let document: OpenApiDocument | undefined;
  return new Elysia().get(
    "/api/v1/openapi.json",
    () => {
      document ??= createDocument(entries(), "");
      return document;
    },
    {
      query: NoQuery,
      response: { 200: OpenApiDocument },
      detail: operation(open, {
        operationId: "getOpenApiDocument",
        tags: ["Reference"],
        summary: "Read the OpenAPI document",
      }),
    },
  );
}
