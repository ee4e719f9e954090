import { Elysia } from "elysia";
import { platform, platformSession } from "../../../access/platform.ts";
import { mergePatch } from "../../../infra/http/body.ts";
import { withCaller, withSession } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { AccountSchema, PatchOwnAccount } from "./schema.ts";
import { describeCaller, patchOwnAccount } from "./service.ts";

export const ownAccountRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .get("/account", ({ caller }) => describeCaller(deps, caller), {
      query: Query({}),
      response: { 200: AccountSchema },
      detail: operation(platform(), {
        operationId: "getAccount",
        tags: ["Usage"],
        summary: "Read your account and limits",
        description:
          "Returns the account, environment, limits and key of this request. Works with any valid key, whatever its scopes.",
      }),
    })
    .use(withSession)
    .patch("/account", ({ body, caller, session }) => patchOwnAccount(deps, caller, session, body), {
      body: PatchOwnAccount,
      query: Query({}),
      response: { 200: AccountSchema },
      detail: operation(platformSession("account:write"), {
        operationId: "patchAccount",
        tags: ["Accounts"],
        body: mergePatch,
        summary: "Change your account",
        description:
          "For owners, with a session and the header `X-Environment`. Everything but `accept_by_default` holds in both environments. Recipients see name and brand on their pages and in emails. `retention_days` holds from the next hour on, also for shipments that ended before. `link_days` and `recipient_mail` hold at once.",
      }),
    });
