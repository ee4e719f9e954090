import { Elysia } from "elysia";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { closeAccount, reopenAccount } from "../delivery/privacy/account/deletion.ts";
import { DeletionSchema } from "../delivery/privacy/account/schema.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { NoQuery } from "../infra/http/schema.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const operatorDeletionRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/operator/accounts/:id/deletion" })
    .use(withSession)
    .post("", ({ params: { id }, session }) => closeAccount(deps, id, session), {
      query: NoQuery,
      response: { 200: DeletionSchema },
      detail: operation(access, {
        operationId: "deleteOperatorAccount",
        tags,
        summary: "Delete an account",
        description:
          "Closes the account at once, and deletes it at `due_at`, as its owner can do with `POST /account/deletion`. Until " +
          "then both can take it back. Both audit logs record it. The operator's own account cannot be deleted.",
        problems: ["live_shipments_open", "account_not_deletable", "confirmation_required"],
        isRepeatable: true,
      }),
    })
    .delete("", ({ params: { id }, session }) => reopenAccount(deps, id, session), {
      query: NoQuery,
      detail: operation(access, {
        operationId: "keepOperatorAccount",
        tags,
        summary: "Take an account's deletion back",
        description:
          "Opens the account again, from its next request on. Without a deletion, nothing changes.",
        answer: { empty: { 204: "The account stays." } },
      }),
    });
