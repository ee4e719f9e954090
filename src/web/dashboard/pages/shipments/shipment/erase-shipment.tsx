import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { nameOfShipment } from "../../../format.ts";
import { useAction } from "../../../queries.ts";

/** Erases the personal data of a shipment that has ended. */
export function EraseShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment } = shipment;
  const erase = useAction(
    (_: undefined, idempotencyKey) =>
      post(`/platform/shipments/${id}/redaction`, undefined, { environment, idempotencyKey }),
    {
      changes: ["/platform/shipments", `/platform/tracking/${id}`, "/platform/events"],
      success: `Personal data of ${nameOfShipment(shipment)} erased.`,
      onDone: onClose,
    },
  );
  return (
    <Confirm
      title={`Erase personal data of ${nameOfShipment(shipment)}`}
      submit="Erase personal data"
      send={() => erase.mutateAsync(undefined)}
      onClose={onClose}
    >
      Names, contacts, street addresses, notes, positions and pictures are deleted from this shipment, its
      events and the request log. States, times and prices stay. Systems that received its webhooks keep their
      copies. This cannot be undone.
    </Confirm>
  );
}
