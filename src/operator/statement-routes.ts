import { Elysia } from "elysia";
import { csvNote, csvType, streamCsv, wantsCsv } from "../api/csv.ts";
import { noTax } from "../delivery/orders/statements/month.ts";
import { OperatorStatementQuery, OperatorStatementSchema } from "../delivery/orders/statements/schema.ts";
import type { Deps } from "../infra/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { linkNext } from "../infra/http/pagination.ts";
import { csvOfAccountsStatement, getAccountsStatement } from "./statements.ts";

/** What all accounts owe, and what the carriers take of it. */
export const operatorStatementRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/statements" }).use(withSession).get(
    "/:month",
    ({ params: { month }, query, session, request, set }) => {
      set.headers.vary = `Accept, ${set.headers.vary}`;
      if (wantsCsv(request)) {
        const caller = { ...session, environment: "live" } as const;
        return streamCsv(deps, request, caller, csvOfAccountsStatement(deps, session, month, query));
      }
      const statement = getAccountsStatement(deps, session, month, query);
      linkNext(statement, request, set.headers);
      return statement;
    },
    {
      query: OperatorStatementQuery,
      response: { 200: OperatorStatementSchema },
      detail: operation(
        { kind: "operator" },
        {
          operationId: "getOperatorStatement",
          tags: ["Operator"],
          summary: "Read what accounts owe for a month",
          description: `A month in UTC, live: totals by currency, and a line for each account and carrier of the installation, with what the carrier takes and your margin. ${noTax}\n\n${csvNote}`,
          problems: ["limit_reached"],
          answer: { mediaTypes: { [csvType]: null }, file: true },
        },
      ),
    },
  );
