import { Elysia } from "elysia";
import { platform, platformSession } from "../../../access/platform.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { ClearPracticeQuery, RushHourSchema, StartPractice, StartRushHour } from "./schema.ts";
import { clearPractice, getRushHour, startPractice, startRushHour, stopRushHour } from "./service.ts";

const tags = ["Sandbox"] as const;
const access = { ...platform("sandbox:write"), sandboxOnly: true } as const;
const reading = { ...platform("shipments:read"), sandboxOnly: true } as const;
/** No key reads what is in live. */
const practicing = { ...platformSession("dispatch:write"), sandboxOnly: true } as const;

export const rushHourRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/sandbox/rush-hour" })
    .use(withCaller)
    .post("", ({ body, caller }) => startRushHour(deps, caller, body), {
      body: StartRushHour,
      query: Query({}),
      response: { 201: RushHourSchema },
      detail: operation(access, {
        operationId: "startRushHour",
        tags,
        summary: "Start a rush hour",
        description:
          "Plays a busy hour with everything that can go wrong. It creates shipments, a fleet with drivers who move, and every kind of attention. One at a time.",
        problems: ["rush_hour_running", "carrier_code_taken", "limit_reached", "storage_quota_exceeded"],
        isSlow: true,
        answer: { location: "/api/v1/platform/sandbox/rush-hour" },
      }),
    })
    .get("", ({ caller }) => getRushHour(deps, caller), {
      query: Query({}),
      response: { 200: RushHourSchema },
      detail: operation(reading, {
        operationId: "getRushHour",
        tags,
        summary: "Read the rush hour",
        description: "The one that runs, or the last one since the reset of the sandbox.",
        problems: ["not_found"],
      }),
    })
    .delete("", ({ caller }) => stopRushHour(deps, caller), {
      query: Query({}),
      detail: operation(access, {
        operationId: "stopRushHour",
        tags,
        summary: "End the rush hour",
        description:
          "No more shipments come, the drivers go off duty, and the fleet is paused. Shipments stay as they are.",
        problems: ["not_found"],
        answer: { empty: { 204: "The rush hour has ended." } },
      }),
    })
    .post("/practice", ({ body, caller }) => startPractice(deps, caller, body), {
      body: StartPractice,
      query: Query({}),
      response: { 201: RushHourSchema },
      detail: operation(practicing, {
        operationId: "startPractice",
        tags,
        summary: "Practice a busy hour",
        description:
          "A rush hour with a copy of your live fleet: its prices and its riders' first names with an initial, without phone numbers. Orders come, some are late, and up to two riders are out. Nothing in `live` changes, and no phone hears of it.",
        problems: ["rush_hour_running", "carrier_code_taken", "limit_reached", "storage_quota_exceeded"],
        isSlow: true,
        answer: { location: "/api/v1/platform/sandbox/rush-hour" },
      }),
    })
    .delete("/practice", ({ query, caller }) => clearPractice(deps, caller, query), {
      query: ClearPracticeQuery,
      detail: operation(practicing, {
        operationId: "clearPractice",
        tags,
        summary: "Clear the practice",
        description:
          "Ends it, and deletes its orders with their events and charges, the copied fleet and its riders. The rest of the sandbox stays.",
        problems: ["not_found"],
        isSlow: true,
        answer: { empty: { 204: "The practice is gone." } },
      }),
    });
