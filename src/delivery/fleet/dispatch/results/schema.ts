import { type Static, type TObject, Type } from "@sinclair/typebox";
import { JudgedLater, Named } from "@/infra/http/schema.ts";
import { DeliveryProof, type ReportType, reportSchemas } from "../../../lifecycle/reports/schema.ts";

/** What a dispatcher enters for a driver without a phone. Contract-day §5. */

/** Nobody types more at once, and the page sends line by line. */
const resultsMax = 100;

const { driver: _driver, image_ids: _images, ...progress } = reportSchemas.progress.properties;
const { proof: _proof, ...delivered } = reportSchemas.delivered.properties;
const { recipient_name, handed_to, signature_image_id, image_ids, note } = DeliveryProof.properties;

export const resultSchemas = {
  progress: Named("EnteredProgress", progress),
  delivered: Named("EnteredDelivery", {
    ...delivered,
    proof: Type.Optional(
      Named(
        "EnteredProof",
        { recipient_name, handed_to, signature_image_id, image_ids, note },
        {
          description:
            "What the paper says. What the shipment requires and the paper does not show stands in `proof_of_delivery.missing`; a PIN is never taken here.",
        },
      ),
    ),
  }),
  attempt_failed: reportSchemas.attempt_failed,
  undeliverable: reportSchemas.undeliverable,
  returned: reportSchemas.returned,
} as const satisfies Partial<Record<ReportType, TObject>>;

export type EnteredResult = {
  [Type in keyof typeof resultSchemas]: Static<(typeof resultSchemas)[Type]>;
}[keyof typeof resultSchemas];

export const EnterResults = Type.Array(
  JudgedLater(Type.Union(Object.values(resultSchemas), { title: "EnteredResult" })),
  {
    minItems: 1,
    maxItems: resultsMax,
    description: "Waybill judges each result on its own, and answers in the same order.",
    examples: [
      [
        {
          id: "sheet-1",
          assignment_id: "asg_01m7x5rdwme1ct34p92xd7wpnk",
          at: "2026-01-31T14:10:00.000Z",
          type: "delivered",
          proof: { recipient_name: "K. B.", handed_to: "recipient" },
        },
      ],
    ],
  },
);
