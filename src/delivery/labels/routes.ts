import { Elysia } from "elysia";
import { platform } from "../../access/platform.ts";
import type { Deps } from "../../infra/deps.ts";
import { withCaller } from "../../infra/http/context.ts";
import { operation } from "../../infra/http/operation.ts";
import { LabelQuery } from "./schema.ts";
import { getLabel, type Label } from "./service.ts";

export const labelRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform/shipments/:id/label" })
    .use(withCaller)
    .get(
      "",
      async ({ params: { id }, query, caller }) => fileAnswer(await getLabel(deps, caller, id, query)),
      {
        query: LabelQuery,
        detail: operation(platform("shipments:read"), {
          operationId: "getShipmentLabel",
          tags: ["Shipments"],
          summary: "Fetch the shipping label",
          description:
            "Exists once a quote is accepted. Where the carrier makes a label of its own (parcel carriers), this is the carrier's, unchanged, as soon as Waybill has fetched it after the booking: until then the response is 409 with `Retry-After`, and `label_status` of the assignment is `pending`. The event `shipment.updated` tells that it is here.\n\nAll other labels are Waybill's. Such a label has the tracking number as Code 128 and as a QR code. It prints Latin, Greek and Cyrillic; `[?]` on the label stands for other characters, and a note names the parts concerned. In the sandbox it is marked as no real shipment.",
          problems: ["label_not_ready", "label_format_unavailable", "busy"],
          answer: { mediaTypes: { "application/pdf": null, "image/png": null }, file: true },
          isSlow: true,
        }),
      },
    );

function fileAnswer({ bytes, contentType, fileName }: Label): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      "content-disposition": `inline; filename="${fileName}"`,
      "content-security-policy": "default-src 'none'",
    },
  });
}
