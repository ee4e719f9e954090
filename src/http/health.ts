import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { operation } from "./operation.ts";
import { Named, NoQuery } from "./schema.ts";

const tags = ["Health"] as const;
const access = { kind: "public" } as const;
const Health = Named("Health", { status: Type.Literal("ok") });

/** For whoever runs the process: does it live, and may it be sent requests. */
export const healthRoutes = (deps: Deps) =>
  new Elysia()
    .get("/healthz", () => ({ status: "ok" as const }), {
      query: NoQuery,
      response: { 200: Health },
      detail: operation(access, { operationId: "getHealth", tags, summary: "Whether the process answers" }),
    })
    .get(
      "/readyz",
      () => {
        if (deps.stopping.aborted) throw new AppError("shutting_down");
        return { status: "ok" as const };
      },
      {
        query: NoQuery,
        response: { 200: Health },
        detail: operation(access, {
          operationId: "getReadiness",
          tags,
          summary: "Whether requests may be sent",
          problems: ["shutting_down"],
        }),
      },
    );
