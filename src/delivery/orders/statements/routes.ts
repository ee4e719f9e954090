import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { csvNote, csvType, streamCsv, wantsCsv } from "../../../api/csv.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { noTax } from "./month.ts";
import { StatementQuery, StatementSchema } from "./schema.ts";
import { csvOfStatement, getStatement } from "./service.ts";

/** What an account owes the installation. */
export const statementRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/statements" }).use(withCaller).get(
    "/:month",
    ({ params: { month }, query, caller, request, set }) => {
      set.headers.vary = `Accept, ${set.headers.vary}`;
      if (wantsCsv(request)) {
        return streamCsv(deps, request, caller, csvOfStatement(deps, caller, month, query));
      }
      const statement = getStatement(deps, caller, month, query);
      linkNext(statement, request, set.headers);
      return statement;
    },
    {
      query: StatementQuery,
      response: { 200: StatementSchema },
      detail: operation(platform("charges:read"), {
        operationId: "getStatement",
        tags: ["Charges"],
        summary: "Read the statement of a month",
        description: `What you owe this installation for a month in UTC: totals by currency, and a line for each shipment. Charges of your own carriers are not in it. The sandbox has no statements. With \`order_form_id\` it is the statement of a customer instead: what was charged for the orders of that form, by your own fleets too, and in the sandbox as well. ${noTax}\n\n${csvNote}`,
        problems: ["limit_reached"],
        answer: { mediaTypes: { [csvType]: null }, file: true },
      }),
    },
  );
