import { Elysia } from "elysia";
import { LimitsPatch } from "../access/limits/schema.ts";
import type { DeliveryDeps } from "../delivery/deps.ts";
import { withSession } from "../infra/http/context.ts";
import { operation } from "../infra/http/operation.ts";
import { linkNext } from "../infra/http/pagination.ts";
import { NoQuery } from "../infra/http/schema.ts";
import {
  OperatorAccount,
  OperatorAccountPage,
  OperatorAccountQuery,
  OperatorCarriers,
  OperatorJobs,
  OperatorStorage,
  OperatorTier,
  OperatorTiers,
  PatchAccount,
} from "./schema.ts";
import {
  getAnyAccount,
  getStorage,
  listCarriers,
  listEveryAccount,
  listEveryTier,
  listJobs,
  patchAccount,
  patchTier,
} from "./service.ts";

const tags = ["Operator"] as const;
const access = { kind: "operator" } as const;

export const operatorRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/operator" })
    .use(withSession)
    .get(
      "/accounts",
      ({ query, session, request, set }) =>
        linkNext(listEveryAccount(deps, session, query), request, set.headers),
      {
        query: OperatorAccountQuery,
        response: { 200: OperatorAccountPage },
        detail: operation(access, {
          operationId: "listOperatorAccounts",
          tags,
          summary: "List the accounts of the installation, newest first",
          description: "With the people of each, their tier, and whether they are suspended.",
        }),
      },
    )
    .get("/accounts/:id", ({ params: { id }, session }) => getAnyAccount(deps, session, id), {
      query: NoQuery,
      response: { 200: OperatorAccount },
      detail: operation(access, {
        operationId: "getOperatorAccount",
        tags,
        summary: "Read an account",
        description: "As it is in the list.",
      }),
    })
    .patch("/accounts/:id", ({ params: { id }, body, session }) => patchAccount(deps, session, id, body), {
      body: PatchAccount,
      query: NoQuery,
      response: { 200: OperatorAccount },
      detail: operation(access, {
        operationId: "patchOperatorAccount",
        tags,
        summary: "Move an account to another tier, suspend or restore it",
        description:
          "Holds for its very next request. A suspended account's keys and sessions are refused with " +
          "`account_suspended`, its streams end, and nobody signs in to it. What it began goes on: carriers move " +
          "its shipments, its webhook endpoints are told, and recipients see where they are. " +
          "The operator's own account cannot be suspended.",
      }),
    })
    .get("/tiers", () => listEveryTier(deps), {
      query: NoQuery,
      response: { 200: OperatorTiers },
      detail: operation(access, {
        operationId: "listOperatorTiers",
        tags,
        summary: "List the tiers",
        description: "The smallest first, and last the one without limits.",
      }),
    })
    .patch("/tiers/:name", ({ params: { name }, body, session }) => patchTier(deps, session, name, body), {
      body: LimitsPatch,
      query: NoQuery,
      response: { 200: OperatorTier },
      detail: operation(access, {
        operationId: "patchOperatorTier",
        tags,
        summary: "Change the limits of a tier",
        description:
          "Holds for the very next request of every account in it. A tier without limits stays without.",
      }),
    })
    .get("/carriers", ({ session }) => listCarriers(deps, session), {
      query: NoQuery,
      response: { 200: OperatorCarriers },
      detail: operation(access, {
        operationId: "listOperatorCarriers",
        tags,
        summary: "List the carriers",
        description: "Those that make offers in an environment, and how they are reached.",
      }),
    })
    .get("/jobs", () => listJobs(deps), {
      query: NoQuery,
      response: { 200: OperatorJobs },
      detail: operation(access, {
        operationId: "listOperatorJobs",
        tags,
        summary: "List what the installation does on its own",
        description: "Each job with what is before it, how it ran last, and what went wrong last.",
      }),
    })
    .get("/storage", () => getStorage(deps), {
      query: NoQuery,
      response: { 200: OperatorStorage },
      detail: operation(access, {
        operationId: "getOperatorStorage",
        tags,
        summary: "Read the state of process and storage",
        description: "Version and start of the process, the databases' sizes and schemas, space and syncs.",
      }),
    });
