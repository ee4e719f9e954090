import { Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import { clientReasonCodes } from "../../../../delivery/shipments/shipment.ts";
import { post } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { inWords, wayInWords } from "../../words.ts";

const reasons = clientReasonCodes.map((value) => ({ value, label: inWords(value) }));

export function CancelShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment, tracking_number, assignment } = shipment;
  const form = useForm({ initialValues: { reason_code: "cancelled_by_client", message: "" } });
  const cancel = useAction(
    (input: typeof form.values, idempotencyKey) => {
      const body = { ...input, message: input.message === "" ? null : input.message };
      return post<ShipmentView>(`/platform/shipments/${id}/cancellation`, body, {
        environment,
        idempotencyKey,
      });
    },
    {
      changes: ["/platform/shipments", `/platform/tracking/${id}`],
      told: `${tracking_number} is cancelled.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Cancel ${tracking_number}`}>
      <Form
        form={form}
        send={cancel.mutateAsync}
        submit="Cancel the shipment"
        isDangerous
        onCancel={onClose}
        cancel="Keep it"
      >
        <Text size="sm">
          The shipment from {wayInWords(shipment).replace("→", "to")} is not carried
          {assignment ? `, and the booking with ${assignment.carrier.name} is cancelled` : ""}. This cannot be
          undone.
        </Text>
        <Select label="Reason" data={reasons} allowDeselect={false} {...form.getInputProps("reason_code")} />
        <TextInput label="Message" description="To the carrier" {...form.getInputProps("message")} />
      </Form>
    </Dialog>
  );
}
