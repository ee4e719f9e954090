import { Elysia } from "elysia";
import { platform } from "../../../access/platform.ts";
import { piecesOf, streamTexts } from "../../../api/text-stream.ts";
import type { Deps } from "../../../infra/deps.ts";
import { withCaller } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { Query } from "../../../infra/http/schema.ts";
import { bytesPerKb } from "../../../infra/units.ts";
import { printLabels } from "./batch.ts";
import { piecesMax } from "./label.ts";
import { LabelBatch, LabelQuery } from "./schema.ts";
import { getLabel, type Label } from "./service.ts";

export const labelRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/platform" })
    .use(withCaller)
    .get(
      "/shipments/:id/label",
      async ({ params: { id }, query, caller, request }) =>
        fileAnswer(deps, request, await getLabel(deps, caller, id, query)),
      {
        query: LabelQuery,
        detail: operation(platform("shipments:read"), {
          operationId: "getShipmentLabel",
          tags: ["Shipments"],
          summary: "Fetch the shipping label",
          description:
            "Exists once a quote is accepted. Where the carrier makes a label of its own (parcel carriers), this is the carrier's, unchanged, as soon as Waybill has fetched it after the booking: until then the response is 409 with `Retry-After`, and `label_status` of the assignment is `pending`. The event `shipment.updated` tells that it is here.\n\nAll other labels are Waybill's. A shipment of several pieces has a page for each: it says `2 of 3`, the parcel's reference and weight, and its code is the tracking number with the piece, `WB7K2M9QXT4CA-2`. Such a label has its code as Code 128 and as a QR code. It prints Latin, Greek and Cyrillic; `[?]` on the label stands for other characters, and a note names the parts concerned. In the sandbox it is marked as no real shipment.",
          problems: ["label_not_ready", "label_format_unavailable", "busy"],
          answer: {
            mediaTypes: {
              "application/pdf": null,
              "image/png": null,
              "application/zpl": null,
              "image/svg+xml": null,
            },
            file: true,
          },
          isSlow: true,
        }),
      },
    )
    .post(
      "/labels/batch",
      async ({ body, caller, request }) => fileAnswer(deps, request, await printLabels(deps, caller, body)),
      {
        body: LabelBatch,
        query: Query({}),
        detail: operation(platform("shipments:read"), {
          operationId: "printLabels",
          tags: ["Shipments"],
          summary: "Print labels of many shipments",
          description: `One PDF with the labels of at most 100 shipments, in the order asked. All or nothing: if one has no label, the response is 409 with a pointer for each. Carriers' own labels are in it as they are; those in ZPL or SVG cannot be, and the response says which. With more than ${piecesMax} pieces together, each shipment gets one label.`,
          problems: ["label_not_ready", "busy"],
          answer: { mediaTypes: { "application/pdf": null }, file: true },
          isRepeatable: true,
          isSlow: true,
        }),
      },
    );

const streamedFromBytes = 256 * bytesPerKb;

function fileAnswer(deps: Deps, request: Request, { bytes, contentType, fileName }: Label): Response {
  const headers = {
    "content-type": contentType,
    // What a carrier drew may hold scripts.
    "content-disposition": `${contentType === "image/svg+xml" ? "attachment" : "inline"}; filename="${fileName}"`,
    "content-security-policy": "default-src 'none'",
  };
  if (bytes.byteLength > streamedFromBytes)
    return streamTexts(
      deps,
      request,
      () => piecesOf(bytes),
      () => {},
      headers,
    );
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "content-length": String(bytes.byteLength) },
  });
}
