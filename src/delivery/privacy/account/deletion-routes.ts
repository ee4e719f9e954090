import { Elysia } from "elysia";
import { signedIn } from "../../../access/platform.ts";
import { withSession } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { closeAccount, reopenAccount } from "./deletion.ts";
import { DeletionSchema } from "./schema.ts";

const tags = ["Accounts"] as const;
const access = signedIn("account:write");

export const deletionRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/account/deletion" })
    .use(withSession)
    .post("", ({ session }) => closeAccount(deps, session.accountId, session), {
      query: NoQuery,
      response: { 200: DeletionSchema },
      detail: operation(access, {
        operationId: "deleteAccount",
        tags,
        summary: "Delete the account",
        description:
          "Closes the account at once, and deletes it at `due_at`: all its data in both environments, its people and its log. " +
          "From now on its keys, tokens and drivers get `account_closing`. Until `due_at`, people can sign in, read, export " +
          "and take the deletion back. Close all live shipments first. A second request returns the same.",
        problems: ["live_shipments_open", "account_not_deletable", "confirmation_required"],
        isRepeatable: true,
      }),
    })
    .delete("", ({ session }) => reopenAccount(deps, session.accountId, session), {
      query: NoQuery,
      detail: operation(access, {
        operationId: "keepAccount",
        tags,
        summary: "Take the account's deletion back",
        description:
          "Opens the account again, from its next request on. Without a deletion, nothing changes.",
        answer: { empty: { 204: "The account stays." } },
      }),
    });
