import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { csvNote, csvType, streamCsv, wantsCsv } from "../../../api/csv.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Page } from "../../../infra/http/schema.ts";
import { csvOfCharges, listCharges } from "./listing.ts";
import { ChargeQuery, ListedCharge } from "./schema.ts";

export const chargeRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/charges" }).use(withCaller).get(
    "",
    ({ query, caller, request, set }) => {
      set.headers.vary = `Accept, ${set.headers.vary}`;
      if (wantsCsv(request)) return streamCsv(deps, request, caller, csvOfCharges(deps, caller, query));
      return linkNext(listCharges(deps, caller, query), request, set.headers);
    },
    {
      query: ChargeQuery,
      response: { 200: Page(ListedCharge) },
      detail: operation(platform("charges:read"), {
        operationId: "listCharges",
        tags: ["Charges"],
        summary: "List charges",
        description:
          "Newest first, or in the order of `sort`. The sum of all charges is what you owe, per currency. Charges of the sandbox are not billed.\n\n" +
          csvNote,
        problems: ["limit_reached"],
        answer: { mediaTypes: { [csvType]: null }, file: true },
      }),
    },
  );
