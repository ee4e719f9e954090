import { Elysia } from "elysia";
import { withOrigin } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import {
  PublicInstructionsSchema,
  PublicRatingSchema,
  ShownProofSchema,
} from "../../lifecycle/tracking/public-schema.ts";
import { ConfirmPhone, PutInstructions, PutRating, ShownPinSchema } from "./schema.ts";
import { putInstructions, putRating, showPin, showProof } from "./service.ts";

const tags = ["Tracking"] as const;
const open = { kind: "public" } as const;
/** Anybody may send these bodies. */
const smallBody = { bytesMax: 8 * 1024 };

/** What a recipient can do with a shipment's tracking link, without credentials. */
export const recipientActionRoutes = (deps: DeliveryDeps) =>
  new Elysia({ prefix: "/api/v1/track/:token" })
    .use(withOrigin)
    .post("/pin", ({ params: { token }, body, origin }) => showPin(deps, { token, client: origin }, body), {
      body: ConfirmPhone,
      query: NoQuery,
      response: { 200: ShownPinSchema },
      detail: operation(open, {
        operationId: "showPublicPin",
        tags,
        summary: "Show the recipient's PIN",
        description:
          "For who knows the last four digits of the recipient's phone number. After five wrong tries from a network in 24 hours, it gets no more from this link; after 20 from all networks, nobody does. After 100 in all, the link shows no PIN any more. Without a phone number the link never shows it.",
        body: smallBody,
        problems: ["tracking_link_ended", "rate_limited", "pin_not_shown", "digits_wrong", "digits_locked"],
        answer: { secret: true },
        isRepeatable: true,
      }),
    })
    .post(
      "/proof",
      ({ params: { token }, body, origin }) => showProof(deps, { token, client: origin }, body),
      {
        body: ConfirmPhone,
        query: NoQuery,
        response: { 200: ShownProofSchema },
        detail: operation(open, {
          operationId: "showPublicProof",
          tags,
          summary: "Show the proof",
          description:
            "For who knows the last four digits of the recipient's phone number, where `proof_access` of the public tracking is `confirm`. Tries count together with those for the PIN. The URLs of the pictures end after 15 minutes.",
          body: smallBody,
          problems: [
            "tracking_link_ended",
            "rate_limited",
            "proof_not_shown",
            "digits_wrong",
            "digits_locked",
          ],
          answer: { secret: true },
          isRepeatable: true,
        }),
      },
    )
    .put(
      "/instructions",
      ({ params: { token }, body, origin }) => putInstructions(deps, { token, client: origin }, body),
      {
        body: PutInstructions,
        query: NoQuery,
        response: { 200: PublicInstructionsSchema },
        detail: operation(open, {
          operationId: "putPublicInstructions",
          tags,
          summary: "Give the driver instructions",
          description:
            "What the recipient asks for: a text, and where to leave the goods if nobody is at home. Replaces what was there. Line breaks become spaces. Possible until the goods are delivered or on their way back, unless the carrier takes no changes. The carrier gets it, and you get `shipment.instructions_changed`.",
          body: smallBody,
          problems: ["tracking_link_ended", "rate_limited", "shipment_not_editable"],
          isRepeatable: true,
        }),
      },
    )
    .put(
      "/rating",
      ({ params: { token }, body, origin }) => putRating(deps, { token, client: origin }, body),
      {
        body: PutRating,
        query: NoQuery,
        response: { 200: PublicRatingSchema },
        detail: operation(open, {
          operationId: "putPublicRating",
          tags,
          summary: "Rate the delivery",
          description:
            "What the recipient says of a delivered shipment: a thumb and a comment. Line breaks become spaces. You get `shipment.rated`.",
          body: smallBody,
          problems: [
            "tracking_link_ended",
            "rate_limited",
            "shipment_not_delivered",
            "shipment_not_editable",
          ],
          isRepeatable: true,
        }),
      },
    );
