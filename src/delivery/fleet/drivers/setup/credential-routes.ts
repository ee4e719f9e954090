import { Elysia } from "elysia";
import { DevicePage } from "@/access/devices/schema.ts";
import { endDevice, listDevices } from "@/access/devices/service.ts";
import { patchToken } from "@/access/tokens/patch.ts";
import {
  CreateDriverToken,
  PatchDriverToken,
  RotateToken,
  TokenPage,
  TokenSchema,
  TokenWithSecret,
} from "@/access/tokens/schema.ts";
import { issueToken, listTokens, revokeToken, rotateToken } from "@/access/tokens/service.ts";
import { mergePatch } from "@/infra/http/body.ts";
import { operation } from "@/infra/http/operation.ts";
import { linkNext } from "@/infra/http/pagination.ts";
import type { Caller } from "@/infra/http/principal.ts";
import type { DeliveryDeps } from "../../../carriers/deps.ts";
import type { Surface } from "../../../carriers/surface-routes.ts";
import { requireDriver } from "../reading.ts";
import { ownerOf } from "./link.ts";

/** What drivers sign in with: the devices that links connected, and tokens. */
export const driverCredentialRoutes = (deps: DeliveryDeps, surface: Surface) => {
  const { side, tags, read, write, problems, named, shapes } = surface;
  const owner = (caller: Caller, id: string) => ownerOf(caller, requireDriver(deps, caller, side, id));
  return new Elysia({ prefix: `${surface.prefix}/drivers/:id` })
    .use(surface.withCaller)
    .get(
      "/devices",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listDevices(deps, caller, owner(caller, id), query), request, set.headers),
      {
        query: shapes.list({}),
        response: { 200: DevicePage },
        detail: operation(read, {
          operationId: named("listDriverDevices"),
          tags,
          summary: "List a driver's devices",
          description: "Newest first. Ended devices are left out.",
          problems,
        }),
      },
    )
    .delete(
      "/devices/:deviceId",
      ({ params: { id, deviceId }, caller }) => endDevice(deps, caller, owner(caller, id), deviceId),
      {
        query: shapes.parameters,
        detail: operation(write, {
          operationId: named("endDriverDevice"),
          tags,
          summary: "End a driver's device",
          description: "Takes effect on the device's next request. What it has not sent yet is lost to it.",
          problems,
          answer: { empty: { 204: "The device is ended." } },
        }),
      },
    )
    .get(
      "/tokens",
      ({ params: { id }, query, caller, request, set }) =>
        linkNext(listTokens(deps, caller, owner(caller, id), query), request, set.headers),
      {
        query: shapes.list({}),
        response: { 200: TokenPage },
        detail: operation(read, {
          operationId: named("listDriverTokens"),
          tags,
          summary: "List a driver's tokens",
          description: "Newest first. Revoked tokens are included, with `revoked_at`.",
          problems,
        }),
      },
    )
    .post(
      "/tokens",
      ({ params: { id }, body, caller }) => issueToken(deps, caller, () => owner(caller, id), body),
      {
        body: CreateDriverToken,
        query: shapes.parameters,
        response: { 201: TokenWithSecret },
        detail: operation(write, {
          operationId: named("issueDriverToken"),
          tags,
          summary: "Create a token for a driver",
          description:
            "For a program or an app instead of the driver page. Only this response shows the secret.",
          problems: [...problems, "limit_reached"],
          answer: { secret: true },
        }),
      },
    )
    .patch(
      "/tokens/:tokenId",
      ({ params: { id, tokenId }, body, caller }) =>
        patchToken(deps, caller, () => owner(caller, id), tokenId, body),
      {
        body: PatchDriverToken,
        query: shapes.parameters,
        response: { 200: TokenSchema },
        detail: operation(write, {
          operationId: named("patchDriverToken"),
          tags,
          body: mergePatch,
          summary: "Change a driver's token",
          description:
            "Says whose clock counts for positions of a tracking app. The secret stays, so nobody has to touch the app. Takes effect on its next position.",
          problems: [...problems, "key_revoked"],
        }),
      },
    )
    .post(
      "/tokens/:tokenId/rotation",
      ({ params: { id, tokenId }, body, caller }) =>
        rotateToken(deps, caller, () => owner(caller, id), tokenId, body),
      {
        body: RotateToken,
        query: shapes.parameters,
        response: { 201: TokenWithSecret },
        detail: operation(write, {
          operationId: named("rotateDriverToken"),
          tags,
          summary: "Replace a driver's token",
          description: "Creates a successor. The old token stays valid until its grace period ends.",
          problems: [...problems, "key_revoked", "key_replaced", "limit_reached"],
          answer: { secret: true },
        }),
      },
    )
    .delete(
      "/tokens/:tokenId",
      ({ params: { id, tokenId }, caller }) => revokeToken(deps, caller, () => owner(caller, id), tokenId),
      {
        query: shapes.parameters,
        detail: operation(write, {
          operationId: named("revokeDriverToken"),
          tags,
          summary: "Revoke a driver's token",
          description: "Takes effect at once. The list still shows the token, with `revoked_at`.",
          problems,
          answer: { empty: { 204: "The token is revoked." } },
        }),
      },
    );
};
