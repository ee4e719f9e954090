import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { matcherOf } from "../../../infra/http/etag.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { confirmImport } from "./confirming.ts";
import { createImport } from "./creating.ts";
import { fileBody, type UploadedFile } from "./file-body.ts";
import { getImport, listImportRows, listImports } from "./reading.ts";
import { ImportRowPage, ImportRowQuery, ImportRowSchema, PatchImportRow } from "./row-schema.ts";
import {
  ConfirmImport,
  CreateImportQuery,
  ImportPage,
  ImportQuery,
  ImportSchema,
  ImportSummarySchema,
  ImportUpload,
  PatchImport,
} from "./schema.ts";
import { discardImport, patchImport, patchImportRow } from "./service.ts";

const tags = ["Imports"] as const;
const read = platform("shipments:read");
const change = platform("shipments:write");

export const importRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/imports" })
    .use(withCaller)
    .post(
      "",
      async ({ body, query, caller, set }) => {
        const { view, isNew } = await createImport(deps, caller, query, body as UploadedFile);
        if (!isNew) set.status = 200;
        return view;
      },
      {
        body: ImportUpload,
        query: CreateImportQuery,
        response: { 200: ImportSchema, 201: ImportSchema },
        detail: operation(change, {
          operationId: "createImport",
          tags,
          hidesBodies: true,
          summary: "Upload a list",
          description:
            "A CSV file of at most 5 MiB, 5,000 rows and 60 columns with data, separated by commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252. Waybill reads it in the background and makes nothing until you confirm. The same bytes while an import of them is open: 200 with that import. Contacts also need the scope `contacts:write`, drivers `drivers:write`.",
          problems: ["limit_reached", "storage_quota_exceeded"],
          body: fileBody,
          answer: { location: "/api/v1/platform/imports/{id}", etag: true, usualStatus: 201 },
        }),
      },
    )
    .get(
      "",
      ({ query, caller, request, set }) => linkNext(listImports(deps, caller, query), request, set.headers),
      {
        query: ImportQuery,
        response: { 200: ImportPage },
        detail: operation(read, {
          operationId: "listImports",
          tags,
          summary: "List imports",
          description: "Newest first. Waybill keeps them for 90 days after their end.",
        }),
      },
    )
    .get("/:id", ({ params: { id }, caller }) => getImport(deps, caller, id), {
      query: Query({}),
      response: { 200: ImportSchema },
      detail: operation(read, {
        operationId: "getImport",
        tags,
        summary: "Read an import",
        description:
          "With what its columns mean, how many rows are valid, the first faults, and the progress after a confirmation.",
        answer: { etag: true, empty: { 304: "Not modified: your version is current." } },
      }),
    })
    .patch(
      "/:id",
      ({ params: { id }, body, caller, request }) => patchImport(deps, caller, id, body, matcherOf(request)),
      {
        body: PatchImport,
        query: Query({}),
        response: { 200: ImportSchema },
        detail: operation(change, {
          operationId: "patchImport",
          tags,
          hidesBodies: true,
          summary: "Change an import",
          description:
            "Says what columns mean, what rows have where their cells say nothing, and which duplicates are taken. Waybill checks all rows again. `accept` in the defaults also needs the scope `assignments:write`.",
          body: mergePatch,
          problems: ["precondition_failed", "import_not_ready", "coordinates_contradict_address"],
          answer: { etag: true },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ params: { id }, caller }) => {
        await discardImport(deps, caller, id);
      },
      {
        query: Query({}),
        detail: operation(change, {
          operationId: "discardImport",
          tags,
          summary: "Discard an import",
          description: "Before it is confirmed. Waybill erases its rows seven days later.",
          problems: ["import_not_ready"],
          answer: { empty: { 204: "The import is discarded." } },
        }),
      },
    )
    .get(
      "/:id/rows",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listImportRows(deps, caller, id, query), request, set.headers),
      {
        query: ImportRowQuery,
        response: { 200: ImportRowPage },
        detail: operation(read, {
          operationId: "listImportRows",
          tags,
          summary: "List the rows of an import",
          description:
            "In the order of the file, with their faults and what was made of them. Rows are erased seven days after the import's end.",
        }),
      },
    )
    .patch(
      "/:id/rows/:row",
      ({ params: { id, row }, body, caller, request }) =>
        patchImportRow(deps, caller, { id, row: Number(row) }, body, matcherOf(request)),
      {
        body: PatchImportRow,
        query: Query({}),
        response: { 200: ImportRowSchema },
        detail: operation(change, {
          operationId: "patchImportRow",
          tags,
          hidesBodies: true,
          summary: "Correct a row",
          description:
            "Puts values in place of the row's cells. They are read as cells are, and Waybill checks the row again. `If-Match` has the ETag of the import.",
          body: mergePatch,
          problems: ["precondition_failed", "import_not_ready"],
        }),
      },
    )
    .post("/:id/confirmation", ({ params: { id }, body, caller }) => confirmImport(deps, caller, id, body), {
      body: ConfirmImport,
      query: Query({}),
      response: { 202: ImportSummarySchema },
      detail: operation(change, {
        operationId: "confirmImport",
        tags,
        hidesBodies: true,
        summary: "Confirm an import",
        description:
          "Makes exactly the valid rows, each once, in the background. `created` and `failed` of the import count them. Of two confirmations at once one wins.",
        problems: ["import_not_ready", "import_changed"],
      }),
    });
