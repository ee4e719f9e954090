import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withSession } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import { AlarmTest, OperatorAlarms } from "./schema.ts";
import { getAlarms, testAlarms } from "./service.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const alarmRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/operator/alarms" })
    .use(withSession)
    .get("", () => getAlarms(deps), {
      query: NoQuery,
      response: { 200: OperatorAlarms },
      detail: operation(access, {
        operationId: "getOperatorAlarms",
        tags,
        summary: "List alarms",
        description:
          "Where alarms go, and what needed the operator, each with its messages. Kept for 90 days after the end.",
      }),
    })
    .post("/test", ({ session }) => testAlarms(deps, session), {
      query: NoQuery,
      response: { 200: AlarmTest },
      detail: operation(access, {
        operationId: "testOperatorAlarms",
        tags,
        summary: "Send a test alarm",
        description: "Sends a message through each channel that is set up, and waits for the results.",
        isRepeatable: true,
        isSlow: true,
        problems: ["alarms_not_set_up"],
      }),
    });
