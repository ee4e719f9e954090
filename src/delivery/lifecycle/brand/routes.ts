import { Elysia } from "elysia";
import { platform, platformSession } from "../../../access/platform.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { imageAnswer } from "../../carriers/images/answer.ts";
import { imageBody } from "../../carriers/images/body.ts";
import { ImageSchema, ImageUpload } from "../../carriers/images/schema.ts";
import { getAccountImage, uploadLogo } from "./service.ts";

const tags = ["Accounts"] as const;

export const brandRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/platform/account/images" })
    .use(withCaller)
    .post("", ({ body, caller }) => uploadLogo(deps, caller, body as Uint8Array), {
      body: ImageUpload,
      query: Query({}),
      response: { 201: ImageSchema },
      detail: operation(platformSession("account:write"), {
        operationId: "uploadAccountImage",
        tags,
        summary: "Upload a logo",
        description:
          "JPEG, PNG or WebP, at most 1 MiB, without metadata afterwards. Name its `id` as `brand.logo_image_id` of the account. It is the same in both environments. Of images that the brand does not name, Waybill keeps the latest five.",
        problems: ["busy"],
        body: imageBody,
        answer: { location: "/api/v1/platform/account/images/{id}" },
        isRepeatable: true,
      }),
    })
    .get("/:id", ({ params: { id }, caller }) => imageAnswer(getAccountImage(deps, caller.accountId, id)), {
      query: Query({}),
      detail: operation(platform(), {
        operationId: "getAccountImage",
        tags,
        summary: "Fetch a logo",
        description: "Works with any valid key, whatever its scopes.",
        answer: { mediaTypes: { "image/png": null }, etag: true },
      }),
    });
