import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { jsonLinesType, streamLines } from "../../../api/json-lines.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { ExportLine } from "./schema.ts";
import { beginExport } from "./service.ts";

export const exportRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform" }).use(withCaller).get(
    "/export",
    ({ caller, request }) => {
      const { lines, end } = beginExport(deps, caller);
      const headers = {
        "content-disposition": `attachment; filename="waybill-${caller.environment}.jsonl"`,
        "cache-control": "no-store",
      };
      return streamLines(deps, request, lines, end, headers);
    },
    {
      query: Query({}),
      detail: operation(platform(), {
        operationId: "exportAccount",
        tags: ["Accounts"],
        summary: "Export everything",
        description:
          "Streams all data of the account in this environment as JSON Lines: one object per line, with its `type` and `data`, " +
          "in the shapes of this API. Pictures are base64. Secrets are left out. The recipients' PINs are included, except when " +
          "the operator looks as the account. The last line has the type `end` and the number of lines before it; without " +
          "it, the export is incomplete.\n\n" +
          "A key needs every read scope, a person the role owner or developer. Users and the audit log are in the export of a signed-in user only. One export " +
          "per account runs at a time.",
        problems: ["scope_missing", "limit_reached"],
        answer: { mediaTypes: { [jsonLinesType]: ExportLine }, file: true },
      }),
    },
  );
