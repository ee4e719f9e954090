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
      description: "Databases that are damaged; serving goes on. The log says what to do.",
    }),
  ),
  checks: Named("Checks", { schema: ok, sync: ok, disk: ok, jobs: ok }),
});

/** A sync takes milliseconds; a disk that takes so long hangs. */
const syncMaxMs = 10_000;

/** What serving takes, and what is to be said where it is missing. */
const checks = {
  schema: {
    holds: ({ stores }) => stores.condition.schemaIsCurrent,
    complaint: "A database cannot be read, or was changed by another program.",
  },
  sync: {
    holds: ({ stores }) => stores.condition.syncRunningMs < syncMaxMs,
    complaint: "The disk does not answer: what was written is not kept yet, and writes wait.",
  },
  disk: {
    holds: ({ stores }) => !stores.condition.spaceIsLow,
    complaint: "There is too little space on the disk of the data folder: reads go on, writes are refused.",
  },
  jobs: {
    holds: ({ loops }) => loops.every((loop) => loop.isAlive()),
    complaint: "A job hangs, or fails each time; the log says which.",
  },
} as const satisfies Record<string, { holds(deps: Deps): boolean; complaint: string }>;

type CheckName = keyof typeof checks;
const checkNames = Object.keys(checks) as CheckName[];
const allOk = { schema: "ok", sync: "ok", disk: "ok", jobs: "ok" } as const;

/** From what is kept anyway: asking costs nothing. @throws AppError `shutting_down`, `not_ready` */
function readiness(deps: Deps) {
  if (deps.stopping.aborted) throw new AppError("shutting_down");
  const failed = checkNames.filter((name) => !checks[name].holds(deps));
  if (failed.length === 0) {
    const damaged = deps.stores.damaged();
    return { status: "ok" as const, checks: allOk, ...(damaged.length > 0 && { damaged }) };
  }
  throw new AppError("not_ready", {
    detail: failed.map((name) => checks[name].complaint).join(" "),
    members: { checks: { ...allOk, ...Object.fromEntries(failed.map((name) => [name, "failed"])) } },
  });
}

/** For whoever runs the process: does it live, and may it be sent requests. */
export const healthRoutes = (deps: Deps) =>
  new Elysia()
    .get("/healthz", () => ({ status: "ok" as const }), {
      query: NoQuery,
      response: { 200: Health },
      detail: operation(access, {
        operationId: "getHealth",
        tags,
        summary: "Whether the process answers",
        description: "For a supervisor: whoever gets no answer may restart the process.",
      }),
    })
    .get("/readyz", () => readiness(deps), {
      query: NoQuery,
      response: { 200: Readiness },
      detail: operation(access, {
        operationId: "getReadiness",
        tags,
        summary: "Whether requests may be sent",
        description:
          "For a load balancer: 503 while the server is stopping, the schema is not the executable's, the disk hangs or is nearly full, or a job hangs. Damage found by reading a database through is named in `damaged`, with 200.",
        problems: ["not_ready", "shutting_down"],
      }),
    });
