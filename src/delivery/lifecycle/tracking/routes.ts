import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { streamEvents } from "../../../api/stream.ts";
import type { Deps } from "../../../infra/deps.ts";
import { asksFor } from "../../../infra/http/accept.ts";
import { withCaller, withOrigin } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { linkNext } from "../../../infra/http/pagination.ts";
import { Closed, NoQuery, Page, Query, Text } from "../../../infra/http/schema.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { changingImageAnswer, imageAnswer, secretImageAnswer } from "../../carriers/images/answer.ts";
import { PublicTrackingSchema } from "./public-schema.ts";
import { getPublicLogo, getPublicProofImage, getPublicTracking } from "./public-service.ts";
import { JudgedPositionSchema, PositionQuery, PositionsGeoJson, TrackingSchema } from "./schema.ts";
import { getProofImage, getTracking, listPositions, positionsAsGeoJson } from "./service.ts";
import { openPublicStream, openTrackingStream } from "./stream.ts";
import { PublicTrackingStreamEvent, TrackingStreamEvent } from "./stream-schema.ts";

const tags = ["Tracking"] as const;
const geoJsonType = "application/geo+json";

export const trackingRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/tracking/:shipmentId" })
    .use(withCaller)
    .get("", ({ params: { shipmentId }, caller }) => getTracking(deps, caller, shipmentId), {
      query: Query({}),
      response: { 200: TrackingSchema },
      detail: operation(platform("tracking:read"), {
        operationId: "getTracking",
        tags,
        summary: "Read a shipment's tracking",
        description: "Returns state, driver, live position, ETA, history and proof of delivery.",
      }),
    })
    .get(
      "/positions",
      ({ params: { shipmentId }, query, caller, request, set }) => {
        set.headers.vary = `Accept, ${set.headers.vary}`;
        if (asksFor(request, geoJsonType)) {
          const line = JSON.stringify(positionsAsGeoJson(deps, caller, shipmentId));
          return new Response(line, {
            headers: { "content-type": geoJsonType, "content-length": String(Buffer.byteLength(line)) },
          });
        }
        return linkNext(listPositions(deps, caller, shipmentId, query), request, set.headers);
      },
      {
        query: PositionQuery,
        response: { 200: Page(JudgedPositionSchema) },
        detail: operation(platform("tracking:read"), {
          operationId: "listPositions",
          tags,
          summary: "List positions, oldest first",
          description:
            "With `Accept: application/geo+json`, returns the whole route as a LineString (RFC 7946).",
          answer: { mediaTypes: { [geoJsonType]: PositionsGeoJson } },
        }),
      },
    )
    .get(
      "/stream",
      ({ params: { shipmentId }, caller, request, server }) => {
        const source = openTrackingStream(deps, caller, shipmentId, request.headers.get("last-event-id"));
        if (source === "over") return new Response(null, { status: 204 });
        return streamEvents(deps, caller, source, request, server);
      },
      {
        query: Query({}),
        detail: operation(platform("tracking:read"), {
          operationId: "streamTracking",
          tags,
          summary: "Stream a shipment's tracking (Server-Sent Events)",
          description:
            "Sends `position`, `status` and `eta` events. `Last-Event-ID` resumes the stream. It ends after the final state; reconnecting then returns 204.",
          problems: ["limit_reached"],
          answer: {
            mediaTypes: { "text/event-stream": TrackingStreamEvent },
            empty: { 204: "The shipment is finished, and you have received all its events." },
          },
        }),
      },
    )
    .get(
      "/proof/:name",
      ({ params: { shipmentId, name }, caller }) =>
        imageAnswer(getProofImage(deps, caller, shipmentId, name)),
      {
        query: Query({}),
        detail: operation(platform("tracking:read"), {
          operationId: "getProofImage",
          tags,
          summary: "Fetch an image of the proof of delivery",
          description:
            "A signature or photo, from a `url` in `proof_of_delivery` or `entries` of the tracking.",
          answer: { mediaTypes: { "image/png": null }, etag: true },
        }),
      },
    );

const open = { kind: "public" } as const;

/** What anybody with a shipment's tracking link can see, without credentials. */
export const publicTrackingRoutes = (deps: DeliveryDeps) =>
  new Elysia()
    .use(withOrigin)
    .get(
      "/api/v1/track/:token",
      ({ params: { token }, origin: client }) => getPublicTracking(deps, { token, client }),
      {
        query: NoQuery,
        response: { 200: PublicTrackingSchema },
        detail: operation(open, {
          operationId: "getPublicTracking",
          tags,
          summary: "Read a shipment's public tracking",
          description:
            "For anyone with the tracking link, without credentials. To protect privacy:\n\n" +
            "- It shows only first names and the town. Of Chinese, Japanese and Korean names, it shows only the first " +
            "character: `김○○`.\n" +
            "- The driver's position is rounded, and shown only while driving to this delivery and not near either address.",
          problems: ["tracking_link_ended"],
        }),
      },
    )
    .get(
      "/api/v1/track/:token/stream",
      ({ params: { token }, request, server }) => {
        const { reader, source } = openPublicStream(deps, token, request.headers.get("last-event-id"));
        if (source === "over") return new Response(null, { status: 204 });
        return streamEvents(deps, reader, source, request, server);
      },
      {
        query: NoQuery,
        detail: operation(open, {
          operationId: "streamPublicTracking",
          tags,
          summary: "Stream a shipment's public tracking (Server-Sent Events)",
          description:
            "Sends `position`, `status` and `eta` events with the content of PublicTracking. `Last-Event-ID` resumes the stream. It ends after the final state; reconnecting then returns 204.",
          problems: ["limit_reached", "tracking_link_ended"],
          answer: {
            mediaTypes: { "text/event-stream": PublicTrackingStreamEvent },
            empty: { 204: "The shipment is finished, and you have received all its events." },
          },
        }),
      },
    )
    .get(
      "/api/v1/track/:token/proof/:name",
      ({ params: { token, name }, query: { proof_token } }) => {
        const image = getPublicProofImage(deps, token, name, proof_token);
        return proof_token === undefined ? imageAnswer(image) : secretImageAnswer(image);
      },
      {
        query: Closed({
          proof_token: Type.Optional(
            Text({ maxLength: 100, description: "From a `url` of `POST /track/{token}/proof`." }),
          ),
        }),
        detail: operation(open, {
          operationId: "getPublicProofImage",
          tags,
          summary: "Fetch a public image of the proof of delivery",
          description:
            "A signature or photo, from a `url` in the public tracking or of `POST /track/{token}/proof`. Where the account hides proofs, only the latter work.",
          problems: ["tracking_link_ended"],
          answer: { mediaTypes: { "image/png": null }, etag: true },
        }),
      },
    )
    .get(
      "/api/v1/track/:token/logo",
      ({ params: { token } }) => changingImageAnswer(getPublicLogo(deps, token)),
      {
        query: NoQuery,
        detail: operation(open, {
          operationId: "getPublicLogo",
          tags,
          summary: "Fetch the sender's logo",
          description: "The logo of the sending account, at `brand.logo_url` of the public tracking.",
          problems: ["tracking_link_ended"],
          answer: { mediaTypes: { "image/png": null }, etag: true },
        }),
      },
    );
