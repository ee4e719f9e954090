import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { Notice } from "../../../components/notice.tsx";
import { nameOfShipment } from "../../../format.ts";
import { useAction } from "../../../queries.ts";
import { dayAfter, today } from "../days.ts";

/** Creates a shipment like this one on another day, and opens it. */
export function CopyShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment } = shipment;
  const navigate = useNavigate();
  const form = useForm({ initialValues: { to_date: dayAfter(today()) } });
  const copy = useAction(
    async ({ to_date }: typeof form.values, idempotencyKey) => {
      const call = { environment, idempotencyKey };
      const { data } = await post("/platform/shipments/copies", { shipment_ids: [id], to_date }, call);
      return data[0];
    },
    {
      changes: ["/platform/shipments"],
      onDone: (result) => {
        if (!result?.shipment) return;
        onClose();
        const shipmentId = result.shipment.id;
        void navigate({ to: "/$environment/shipments/$shipmentId", params: { environment, shipmentId } });
      },
    },
  );
  const refused = copy.data?.problem;
  return (
    <Dialog title={`Copy ${nameOfShipment(shipment)}`} onClose={onClose}>
      <Form form={form} send={copy.mutateAsync} submit="Copy" onCancel={onClose}>
        <Text size="sm">
          A new shipment with the same people, parcels and reference, at the same times of day. Without time
          windows it is picked up at any time of that day.
        </Text>
        <TextInput type="date" label="To" required {...form.getInputProps("to_date")} />
        {refused && (
          <Notice tone="bad" role="alert">
            {refused.errors?.[0]?.detail ?? refused.detail}
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
