import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { withSession } from "../http/context.ts";
import { operation } from "../http/operation.ts";
import { linkNext } from "../http/pagination.ts";
import { NoQuery } from "../http/schema.ts";
import { CreateKey, KeyPage, KeyQuery, KeySchema, KeyWithSecret, RotateKey } from "./schema.ts";
import { getKey, issueKey, listKeys, revokeKey, rotateKey } from "./service.ts";

const tags = ["API keys"];
const access = { kind: "session" } as const;

export const keyRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/keys" })
    .use(withSession)
    .get(
      "",
      ({ query, session, request, set }) =>
        linkNext(listKeys(deps, session.accountId, query), request, set.headers),
      {
        query: KeyQuery,
        response: { 200: KeyPage },
        detail: operation(access, { operationId: "listKeys", tags, summary: "List API keys" }),
      },
    )
    .post(
      "",
      async ({ body, session, set }) => {
        const key = await issueKey(deps, session.accountId, body);
        set.status = 201;
        set.headers.location = `/api/v1/keys/${key.id}`;
        set.headers["cache-control"] = "no-store";
        return key;
      },
      {
        body: CreateKey,
        query: NoQuery,
        response: { 201: KeyWithSecret },
        detail: operation(access, {
          operationId: "issueKey",
          tags,
          summary: "Issue an API key",
          description: "The secret is in this answer only.",
        }),
      },
    )
    .get("/:id", ({ params: { id }, session }) => getKey(deps, session.accountId, id), {
      query: NoQuery,
      response: { 200: KeySchema },
      detail: operation(access, { operationId: "getKey", tags, summary: "Read an API key" }),
    })
    .post(
      "/:id/rotation",
      async ({ params: { id }, body, session, set }) => {
        const key = await rotateKey(deps, session.accountId, id, body);
        set.status = 201;
        set.headers.location = `/api/v1/keys/${key.id}`;
        set.headers["cache-control"] = "no-store";
        return key;
      },
      {
        body: RotateKey,
        query: NoQuery,
        response: { 201: KeyWithSecret },
        detail: operation(access, {
          operationId: "rotateKey",
          tags,
          summary: "Replace an API key",
          description: "The old key is valid until the grace period ends.",
        }),
      },
    )
    .delete(
      "/:id",
      async ({ params: { id }, session }) => {
        await revokeKey(deps, session.accountId, id);
        return new Response(null, { status: 204 });
      },
      {
        query: NoQuery,
        detail: operation(access, {
          operationId: "revokeKey",
          tags,
          summary: "Revoke an API key",
          description: "Holds for the very next request.",
        }),
      },
    );
