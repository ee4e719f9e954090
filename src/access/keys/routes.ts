import { Elysia } from "elysia";
import type { Deps } from "../../infra/deps.ts";
import { withSession } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import { NoQuery } from "../../infra/http/schema.ts";
import { signedIn } from "../platform.ts";
import { CreateKey, KeyPage, KeyQuery, KeySchema, KeyWithSecret, RotateKey } from "./schema.ts";
import { getKey, issueKey, listKeys, revokeKey, rotateKey } from "./service.ts";

const tags = ["API keys"] as const;
const reads = signedIn("keys:read");
const writes = signedIn("keys:write");

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
        detail: operation(reads, {
          operationId: "listKeys",
          tags,
          summary: "List API keys",
          description:
            "Keys of both environments, newest first. Revoked keys are included, with `revoked_at`.",
        }),
      },
    )
    .post("", ({ body, session }) => issueKey(deps, session, body), {
      body: CreateKey,
      query: NoQuery,
      response: { 201: KeyWithSecret },
      detail: operation(writes, {
        operationId: "issueKey",
        tags,
        summary: "Create an API key",
        description:
          "Only this response shows the secret. A live key needs a session that entered the password less than 15 minutes ago.",
        problems: ["limit_reached", "confirmation_required"],
        answer: { location: "/api/v1/keys/{id}", secret: true },
        links: { getKey: { id: "id" }, rotateKey: { id: "id" }, revokeKey: { id: "id" } },
      }),
    })
    .get("/:id", ({ params: { id }, session }) => getKey(deps, session.accountId, id), {
      query: NoQuery,
      response: { 200: KeySchema },
      detail: operation(reads, {
        operationId: "getKey",
        tags,
        summary: "Read an API key",
        description: "Without its secret, which is shown only on creation.",
      }),
    })
    .post("/:id/rotation", ({ params: { id }, body, session }) => rotateKey(deps, session, id, body), {
      body: RotateKey,
      query: NoQuery,
      response: { 201: KeyWithSecret },
      detail: operation(writes, {
        operationId: "rotateKey",
        tags,
        summary: "Replace an API key",
        description:
          "Creates a successor. The old key stays valid until its grace period ends. Live keys need a recent confirmation, as on creation.",
        problems: ["key_revoked", "key_replaced", "limit_reached", "confirmation_required"],
        answer: { location: "/api/v1/keys/{id}", secret: true },
      }),
    })
    .delete("/:id", ({ params: { id }, session }) => revokeKey(deps, session, id), {
      query: NoQuery,
      detail: operation(writes, {
        operationId: "revokeKey",
        tags,
        summary: "Revoke an API key",
        description: "Takes effect at once. You can still read the key, with `revoked_at`.",
        answer: { empty: { 204: "The key is revoked." } },
      }),
    });
