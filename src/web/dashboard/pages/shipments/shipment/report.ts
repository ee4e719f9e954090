import { useRef } from "react";
import type { WireReport } from "@/delivery/lifecycle/reports/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { post } from "@/web/browser/api.ts";
import { pageNow } from "@/web/browser/clock.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { useAction } from "../../../queries.ts";
import { uploadImage } from "../../../upload.ts";

/** What a fleet's owner reports of a delivery. */

type Reported<R> = R extends WireReport ? Omit<R, "id" | "assignment_id" | "at"> : never;
type OwnReport = Reported<WireReport>;

/** Sends one report of the shipment's assignment. A refusal of the report is the action's problem. */
export function useReport(shipment: ShipmentView, onDone: () => void = () => {}) {
  const { id, environment, assignment } = shipment;
  // A repetition after a lost response is the same report: it has the same id and the same time.
  const sent = useRef<{ key: string; at: string }>(undefined);
  return useAction(
    async (report: OwnReport, idempotencyKey) => {
      if (sent.current?.key !== idempotencyKey) {
        sent.current = { key: idempotencyKey, at: toTimestamp(pageNow()) };
      }
      const path = `/platform/carriers/${assignment?.carrier.id ?? ""}/reports` as const;
      const own = {
        ...report,
        id: `dashboard-${idempotencyKey}`,
        assignment_id: assignment?.id,
        at: sent.current.at,
      };
      const { results } = await post(path, [own], { environment });
      const problem = results[0]?.problem;
      if (problem) throw problem satisfies Problem;
    },
    { changes: ["/platform/shipments", `/platform/tracking/${id}`], onDone },
  );
}

/** Uploads a picture of a report's field. @returns its id. @throws Problem */
export function uploadForReport(
  { environment, assignment }: ShipmentView,
  field: string,
  file: File,
): Promise<string> {
  return uploadImage(file, {
    environment,
    path: `/platform/carriers/${assignment?.carrier.id ?? ""}/images`,
    field,
  });
}
