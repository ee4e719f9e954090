import { Modal, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { PatchShipment, ShipmentView } from "../../../shipments/schema.ts";
import { patch } from "../../api.ts";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";

interface Values extends Record<string, unknown> {
  reference: string;
  delivery: { contact: { name: string; phone: string }; instructions: string };
}

/** What may be changed on the way: the reference always, the rest until the goods have arrived. */
export function EditShipment({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment, reference, delivery } = shipment;
  const form = useForm<Values>({
    initialValues: {
      reference: reference ?? "",
      delivery: {
        contact: { name: delivery.contact.name, phone: delivery.contact.phone ?? "" },
        instructions: delivery.instructions ?? "",
      },
    },
  });
  const edit = useAction(
    (input: PatchShipment) => patch<ShipmentView>(`/platform/shipments/${id}`, input, { environment }),
    { changes: ["/platform/shipments"], told: "The shipment is changed.", onDone: onClose },
  );
  return (
    <Modal opened onClose={onClose} title="Change the shipment">
      <Form form={form} send={(values) => edit.mutateAsync(toPatch(values))} submit="Save" onCancel={onClose}>
        <TextInput label="Reference" autoComplete="off" {...form.getInputProps("reference")} />
        <TextInput label="Recipient" autoComplete="off" {...form.getInputProps("delivery.contact.name")} />
        <TextInput
          label="Recipient's phone"
          type="tel"
          autoComplete="off"
          {...form.getInputProps("delivery.contact.phone")}
        />
        <Textarea
          label="Instructions for the delivery"
          autosize
          minRows={2}
          {...form.getInputProps("delivery.instructions")}
        />
      </Form>
    </Modal>
  );
}

/** All of it: what is as it was is no change to the API. */
function toPatch({ reference, delivery: { contact, instructions } }: Values): PatchShipment {
  return {
    reference: orNull(reference),
    delivery: {
      contact: { name: contact.name, phone: orNull(contact.phone) },
      instructions: orNull(instructions),
    },
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
