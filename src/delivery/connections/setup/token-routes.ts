import { Elysia } from "elysia";
import { CreateToken, RotateToken, TokenPage, TokenWithSecret } from "../../../access/tokens/schema.ts";
import { issueToken, listTokens, revokeToken, rotateToken } from "../../../access/tokens/service.ts";
import type { TokenOwner } from "../../../access/tokens/token.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { requireManaged } from "../../carriers/service.ts";
import type { Surface } from "../../carriers/surface-routes.ts";

/** The tokens with which carriers call Waybill. */
export const carrierTokenRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, write, problems, named, shapes } = surface;
  const ownerOf = (caller: Caller, carrierId: string) => (): TokenOwner => {
    const { accountId } = requireManaged(deps, caller, side, carrierId);
    return { environment: caller.environment, carrierId, accountId, driverId: null };
  };
  return new Elysia({ prefix: `${surface.prefix}/carriers/:id/tokens` })
    .use(surface.withCaller)
    .get(
      "",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listTokens(deps, caller, ownerOf(caller, id)(), query), request, set.headers),
      {
        query: shapes.list({}),
        response: { 200: TokenPage },
        detail: operation(read, {
          operationId: named("listCarrierTokens"),
          tags,
          summary: "List a carrier's tokens",
          description: "Newest first. Revoked tokens are included, with `revoked_at`.",
          problems,
        }),
      },
    )
    .post(
      "",
      ({ params: { id }, body, caller }) =>
        issueToken(deps, caller, ownerOf(caller, id), { ...body, kind: "carrier" }),
      {
        body: CreateToken,
        query: shapes.parameters,
        response: { 201: TokenWithSecret },
        detail: operation(write, {
          operationId: named("issueCarrierToken"),
          tags,
          summary: "Create a token for a carrier",
          description:
            "The carrier's server calls `/carrier/*` with it. Only this response shows the secret.",
          problems: [...problems, "limit_reached"],
          answer: { secret: true },
        }),
      },
    )
    .post(
      "/:tokenId/rotation",
      ({ params: { id, tokenId }, body, caller }) =>
        rotateToken(deps, caller, ownerOf(caller, id), tokenId, body),
      {
        body: RotateToken,
        query: shapes.parameters,
        response: { 201: TokenWithSecret },
        detail: operation(write, {
          operationId: named("rotateCarrierToken"),
          tags,
          summary: "Replace a carrier's token",
          description: "Creates a successor. The old token stays valid until its grace period ends.",
          problems: [...problems, "key_revoked", "key_replaced", "limit_reached"],
          answer: { secret: true },
        }),
      },
    )
    .delete(
      "/:tokenId",
      ({ params: { id, tokenId }, caller }) => revokeToken(deps, caller, ownerOf(caller, id), tokenId),
      {
        query: shapes.parameters,
        detail: operation(write, {
          operationId: named("revokeCarrierToken"),
          tags,
          summary: "Revoke a carrier's token",
          description: "Takes effect at once. The list still shows the token, with `revoked_at`.",
          problems,
          answer: { empty: { 204: "The token is revoked." } },
        }),
      },
    );
};
