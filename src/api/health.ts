import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Deps } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";
import { operation } from "../infra/http/operation.ts";
import { Named, NoQuery, Words } from "../infra/http/schema.ts";

const tags = ["Health"] as const;
const access = { kind: "public" } as const;
const ok = Type.Literal("ok");
const Health = Named("Health", { status: ok });
const Readiness = Named("Readiness", {
  status: ok,
  damaged: Type.Optional(
    Type.Array(Words(["accounts", "live", "sandbox", "telemetry"]), {
      description: "Damaged databases. The server keeps running; the log says what to do.",
    }),
  ),
  checks: Named("Checks", { schema: ok, sync: ok, disk: ok, jobs: ok }),
});

/** A sync takes milliseconds; after this time the disk counts as stalled. */
const syncMaxMs = 10_000;

/** Each readiness check, and the message when it fails. */
const checks = {
  schema: {
    isOk: ({ stores }) => stores.condition.schemaIsCurrent,
    message: "A database is unreadable or was changed by another program.",
  },
  sync: {
    isOk: ({ stores }) => stores.condition.syncRunningMs < syncMaxMs,
    message: "Disk sync is stalled; writes are waiting and not yet durable.",
  },
  disk: {
    isOk: ({ stores }) => !stores.condition.spaceIsLow,
    message: "The data folder's disk is low on space: reads work, writes are refused.",
  },
  jobs: {
    isOk: ({ loops }) => loops.every((loop) => loop.isAlive()),
    message: "A job is stuck or keeps failing. The log names it.",
  },
} as const satisfies Record<string, { isOk(deps: Deps): boolean; message: string }>;

type CheckName = keyof typeof checks;
const checkNames = Object.keys(checks) as CheckName[];
const allOk = { schema: "ok", sync: "ok", disk: "ok", jobs: "ok" } as const;

/** Reads cached states only, so it is cheap. @throws AppError `shutting_down`, `not_ready` */
function readiness(deps: Deps) {
  if (deps.stopping.aborted) throw new AppError("shutting_down");
  const failed = checkNames.filter((name) => !checks[name].isOk(deps));
  if (failed.length === 0) {
    const damaged = deps.stores.damaged();
    return { status: "ok" as const, checks: allOk, ...(damaged.length > 0 && { damaged }) };
  }
  throw new AppError("not_ready", {
    detail: failed.map((name) => checks[name].message).join(" "),
    members: { checks: { ...allOk, ...Object.fromEntries(failed.map((name) => [name, "failed"])) } },
  });
}

/** Probes for supervisors and load balancers. */
export const healthRoutes = (deps: Deps) =>
  new Elysia()
    .get("/healthz", () => ({ status: "ok" as const }), {
      query: NoQuery,
      response: { 200: Health },
      detail: operation(access, {
        operationId: "getHealth",
        tags,
        summary: "Check that the process is alive",
        description: "A liveness probe: a supervisor may restart the process if there is no answer.",
      }),
    })
    .get("/readyz", () => readiness(deps), {
      query: NoQuery,
      response: { 200: Readiness },
      detail: operation(access, {
        operationId: "getReadiness",
        tags,
        summary: "Check that the server is ready",
        description:
          "A readiness probe for load balancers. `503` means one of:\n\n- the server is shutting down\n- the database schema does not match the executable\n- the disk is stalled or nearly full\n- a job is stuck\n\nIf the daily check found a damaged database, the answer stays `200` and `damaged` names it.",
        problems: ["not_ready", "shutting_down"],
      }),
    });
