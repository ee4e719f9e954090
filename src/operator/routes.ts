import { Elysia } from "elysia";
import type { DeliveryDeps } from "../delivery/carriers/deps.ts";
import { mergePatch } from "../infra/http/body.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { linkNext } from "../infra/http/pagination.ts";
import { NoQuery } from "../infra/http/schema.ts";
import { OperatorAccountDetail } from "./account-schema.ts";
import { getAnyAccount, listAccounts, patchAccount } from "./accounts.ts";
import {
  OperatorAccount,
  OperatorAccountPage,
  OperatorAccountQuery,
  OperatorJobs,
  OperatorStorage,
  PatchAccount,
} from "./schema.ts";
import { getStorage, listJobs } from "./service.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const operatorRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/operator" })
    .use(withSession)
    .get(
      "/accounts",
      async ({ query, session, request, set }) =>
        linkNext(await listAccounts(deps, session, query), request, set.headers),
      {
        query: OperatorAccountQuery,
        response: { 200: OperatorAccountPage },
        detail: operation(access, {
          operationId: "listOperatorAccounts",
          tags,
          summary: "List accounts",
          description: "With users, tier, status, traffic and what needs you.",
        }),
      },
    )
    .get("/accounts/:id", ({ params: { id }, session }) => getAnyAccount(deps, session, id), {
      query: NoQuery,
      response: { 200: OperatorAccountDetail },
      detail: operation(access, {
        operationId: "getOperatorAccount",
        tags,
        summary: "Read an account",
        description:
          "As in the list, with its limits and what it used of them, endpoints, shipments by state, keys and last audit log entries.",
      }),
    })
    .patch("/accounts/:id", ({ params: { id }, body, session }) => patchAccount(deps, session, id, body), {
      body: PatchAccount,
      query: NoQuery,
      response: { 200: OperatorAccount },
      detail: operation(access, {
        operationId: "patchOperatorAccount",
        tags,
        body: mergePatch,
        summary: "Change an account's tier, suspend it, or allow emails",
        description:
          "Takes effect with the account's next request. While an account is suspended:\n\n" +
          "- Its keys, sessions and sign-ins get `account_suspended`, and its streams end.\n" +
          "- Its shipments continue: carriers, webhook endpoints and recipients still get updates.\n\n" +
          "The operator's own account cannot be suspended.",
      }),
    })
    .get("/jobs", () => listJobs(deps), {
      query: NoQuery,
      response: { 200: OperatorJobs },
      detail: operation(access, {
        operationId: "listOperatorJobs",
        tags,
        summary: "List background jobs",
        description: "Each job with its backlog, last run and last error.",
      }),
    })
    .get("/storage", () => getStorage(deps), {
      query: NoQuery,
      response: { 200: OperatorStorage },
      detail: operation(access, {
        operationId: "getOperatorStorage",
        tags,
        summary: "Read server and storage status",
        description: "Returns version, start time, database sizes and schemas, free space and sync status.",
      }),
    });
