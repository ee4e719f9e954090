import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ClockSchema, MoveClock, MovedClock } from "./schema.ts";
import { getClock, moveClock, removeClock } from "./service.ts";

const tags = ["Sandbox"] as const;
const reading = { ...platform("shipments:read"), sandboxOnly: true } as const;
const writing = { ...platform("sandbox:write"), sandboxOnly: true } as const;

export const clockRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/sandbox/clock" })
    .use(withCaller)
    .get("", ({ caller }) => getClock(deps, caller), {
      query: Query({}),
      response: { 200: ClockSchema },
      detail: operation(reading, {
        operationId: "getClock",
        tags,
        summary: "Read the sandbox clock",
        description: "The time of the account's sandbox. It is real until you move it.",
        problems: ["test_clock_unavailable"],
      }),
    })
    .patch("", ({ body, caller }) => moveClock(deps, caller, body), {
      body: MoveClock,
      query: Query({}),
      response: { 200: MovedClock },
      detail: operation(writing, {
        operationId: "moveClock",
        tags,
        summary: "Move the sandbox clock",
        description:
          "Moves the time of everything in the account's sandbox, and only forward, at most to 10 years ahead of real time. Send exactly one of `frozen_at`, `freeze`, `advance_seconds` and `to`. Before it responds, Waybill runs what falls due on the way, in order and each at its own time: expiry, quoting, simulated drivers, webhook retries. It waits at most 10 seconds for receivers outside. The header `webhook-timestamp`, sessions and timeouts of requests stay in real time. Several such requests run one after the other.",
        problems: ["test_clock_unavailable"],
        isSlow: true,
      }),
    })
    .delete("", ({ caller }) => removeClock(deps, caller), {
      query: Query({}),
      detail: operation(writing, {
        operationId: "removeClock",
        tags,
        summary: "Return to real time",
        description:
          "Empties the sandbox as `DELETE /platform/sandbox/data` does, because its times lie in the future. Then the account is in real time.",
        problems: ["test_clock_unavailable"],
        isSlow: true,
        answer: { empty: { 204: "The sandbox is empty and in real time." } },
      }),
    });
