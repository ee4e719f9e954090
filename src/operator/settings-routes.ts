import { Elysia } from "elysia";
import type { Deps } from "../infra/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";
import { getSettings } from "./settings.ts";
import { OperatorSettings } from "./settings-schema.ts";

export const settingsRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator" }).use(withSession).get("/settings", () => getSettings(deps), {
    query: NoQuery,
    response: { 200: OperatorSettings },
    detail: operation(
      { kind: "operator" },
      {
        operationId: "getOperatorSettings",
        tags: ["Operator"],
        summary: "Read the settings",
        description:
          "Every setting with its value and where it came from, as `waybill config print` shows them, and what became of them: whether mail works, and whether sign-up is open.",
      },
    ),
  });
