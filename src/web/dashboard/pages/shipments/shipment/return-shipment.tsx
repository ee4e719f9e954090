import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { formatRoute, nameOfShipment } from "../../../format.ts";
import { useAction } from "../../../queries.ts";

/** Creates the shipment that brings a delivered one back, then opens it. */
export function ReturnShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment, reference } = shipment;
  const navigate = useNavigate();
  const form = useForm({ initialValues: { reference: reference ?? "", pickup: { instructions: "" } } });
  const create = useAction(
    ({ reference: name, pickup: { instructions } }: typeof form.values, idempotencyKey) => {
      const body = {
        reference: name === "" ? null : name,
        ...(instructions !== "" && { pickup: { instructions } }),
      };
      return post(`/platform/shipments/${id}/return`, body, { environment, idempotencyKey });
    },
    {
      changes: ["/platform/shipments", "/platform/events"],
      success: `Return of ${nameOfShipment(shipment)} created.`,
      onDone: (made) => {
        onClose();
        void navigate({
          to: "/$environment/shipments/$shipmentId",
          params: { environment, shipmentId: made.id },
        });
      },
    },
  );
  const back = formatRoute({ pickup: shipment.delivery, delivery: shipment.pickup }).replace("→", "to");
  return (
    <Dialog onClose={onClose} title={`Return ${nameOfShipment(shipment)}`}>
      <Form form={form} send={create.mutateAsync} submit="Create return" onCancel={onClose}>
        <Text size="sm">
          A new shipment brings the parcels back, from {back}. Carriers quote for it at once; accept a quote
          to get its label.
        </Text>
        <TextInput label="Reference" {...form.getInputProps("reference")} />
        <TextInput
          label="Instructions for the pickup"
          maxLength={280}
          {...form.getInputProps("pickup.instructions")}
        />
      </Form>
    </Dialog>
  );
}
