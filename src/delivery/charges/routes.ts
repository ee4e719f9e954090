import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { Page } from "../../infra/http/schema.ts";
import { ChargeQuery, ChargeSchema } from "./schema.ts";
import { exportCharges, listCharges } from "./service.ts";

const csvType = "text/csv";

export const chargeRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/charges" }).use(withCaller).get(
    "",
    ({ query, caller, request, set }) => {
      set.headers.vary = `Accept, ${set.headers.vary}`;
      if (!request.headers.get("accept")?.includes(csvType)) {
        return linkNext(listCharges(deps, caller, query), request, set.headers);
      }
      const { page, text } = exportCharges(deps, caller, query);
      linkNext(page, request, set.headers);
      return new Response(text, {
        headers: {
          "content-type": csvType,
          "content-length": String(Buffer.byteLength(text)),
          "content-disposition": 'attachment; filename="charges.csv"',
        },
      });
    },
    {
      query: ChargeQuery,
      response: { 200: Page(ChargeSchema) },
      detail: operation(platform("charges:read"), {
        operationId: "listCharges",
        tags: ["Charges"],
        summary: "List charges",
        description:
          "Newest first. The sum of all charges is what you owe, per currency. With `Accept: text/csv`, returns CSV with up to 5,000 rows a page; `limit` does not apply then. Charges of the sandbox are not billed.",
        answer: { mediaTypes: { [csvType]: null }, file: true },
      }),
    },
  );
