import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import {
  CreateToken,
  RotateToken,
  TokenPage,
  TokenQuery,
  TokenWithSecret,
} from "../../access/tokens/schema.ts";
import { issueToken, listTokens, revokeToken, rotateToken } from "../../access/tokens/service.ts";
import type { TokenOwner } from "../../access/tokens/token.ts";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { linkNext } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { Query } from "../../infra/http/schema.ts";
import { requireOwnCarrier } from "../carriers/service.ts";

const tags = ["Carriers"] as const;
const NoParameters = Query({});

/** The tokens with which an account's carriers call Waybill. */
export const carrierTokenRoutes = (deps: Deps) => {
  const ownerOf = (caller: Caller, carrierId: string) => (): TokenOwner => {
    const { accountId } = requireOwnCarrier(deps, caller, carrierId);
    return { environment: caller.environment, carrierId, accountId };
  };
  return new Elysia({ prefix: "/api/v1/platform/carriers/:id/tokens" })
    .use(withCaller)
    .get(
      "",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listTokens(deps, caller, ownerOf(caller, id)(), query), request, set.headers),
      {
        query: TokenQuery,
        response: { 200: TokenPage },
        detail: operation(platform("carriers:read"), {
          operationId: "listCarrierTokens",
          tags,
          summary: "List a carrier's tokens",
          description: "Newest first. Revoked tokens are included, with `revoked_at`.",
        }),
      },
    )
    .post("", ({ params: { id }, body, caller }) => issueToken(deps, caller, ownerOf(caller, id), body), {
      body: CreateToken,
      query: NoParameters,
      response: { 201: TokenWithSecret },
      detail: operation(platform("carriers:write"), {
        operationId: "issueCarrierToken",
        tags,
        summary: "Create a token for a carrier",
        description: "The carrier's server calls `/carrier/*` with it. Only this response shows the secret.",
        problems: ["limit_reached"],
        answer: { secret: true },
      }),
    })
    .post(
      "/:tokenId/rotation",
      ({ params: { id, tokenId }, body, caller }) =>
        rotateToken(deps, caller, ownerOf(caller, id), tokenId, body),
      {
        body: RotateToken,
        query: NoParameters,
        response: { 201: TokenWithSecret },
        detail: operation(platform("carriers:write"), {
          operationId: "rotateCarrierToken",
          tags,
          summary: "Replace a carrier's token",
          description: "Creates a successor. The old token stays valid until its grace period ends.",
          problems: ["key_revoked", "key_replaced", "limit_reached"],
          answer: { secret: true },
        }),
      },
    )
    .delete(
      "/:tokenId",
      ({ params: { id, tokenId }, caller }) => revokeToken(deps, caller, ownerOf(caller, id), tokenId),
      {
        query: NoParameters,
        detail: operation(platform("carriers:write"), {
          operationId: "revokeCarrierToken",
          tags,
          summary: "Revoke a carrier's token",
          description: "Takes effect at once. The list still shows the token, with `revoked_at`.",
          answer: { empty: { 204: "The token is revoked." } },
        }),
      },
    );
};
