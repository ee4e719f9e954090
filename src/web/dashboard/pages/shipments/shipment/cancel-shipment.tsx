import { Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { clientReasonCodes } from "@/delivery/orders/shipments/request.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { formatRoute, humanize, nameOfShipment } from "../../../format.ts";
import { useAction } from "../../../queries.ts";

const reasons = clientReasonCodes.map((value) => ({ value, label: humanize(value) }));

export function CancelShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment, assignment } = shipment;
  const form = useForm({ initialValues: { reason_code: "cancelled_by_client", message: "" } });
  const cancel = useAction(
    (input: typeof form.values, idempotencyKey) => {
      const body = { ...input, message: input.message === "" ? null : input.message };
      return post(`/platform/shipments/${id}/cancellation`, body, {
        environment,
        idempotencyKey,
      });
    },
    {
      changes: ["/platform/shipments", `/platform/tracking/${id}`],
      success: outcomeOf,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Cancel ${nameOfShipment(shipment)}`}>
      <Form
        form={form}
        send={cancel.mutateAsync}
        submit="Cancel shipment"
        isDangerous
        onCancel={onClose}
        cancel="Keep shipment"
      >
        <Text size="sm">
          The shipment from {formatRoute(shipment).replace("→", "to")} will not be delivered.
          {assignment && ` The booking with ${assignment.carrier.name} is cancelled.`} This cannot be undone.
        </Text>
        <Select label="Reason" data={reasons} allowDeselect={false} {...form.getInputProps("reason_code")} />
        <TextInput label="Message to the carrier" {...form.getInputProps("message")} />
      </Form>
    </Dialog>
  );
}

/** A carrier that must agree may answer later: until then the shipment stays as it is. */
function outcomeOf(shipment: ShipmentView): string {
  const name = nameOfShipment(shipment);
  if (shipment.status === "cancelled") return `${name} cancelled.`;
  return `${shipment.assignment?.carrier.name ?? "The carrier"} was asked to cancel ${name}.`;
}
