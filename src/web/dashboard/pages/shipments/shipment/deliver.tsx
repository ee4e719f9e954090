import { Checkbox, FileInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { humanize } from "../../../format.ts";
import { imageTypes } from "../../../upload.ts";
import { uploadForReport, useReport } from "./report.ts";

const handovers = ["recipient", "neighbour", "reception", "safe_place", "locker"].map((value) => ({
  value,
  label: humanize(value),
}));

interface Values extends Record<string, unknown> {
  recipient_name: string;
  handed_to: string | null;
  pin: string;
  age_verified: boolean;
  signature: File | null;
  photo: File | null;
  note: string;
}

/** Reports the delivery with the proof that the shipment requires. */
export function Deliver({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { delivery } = shipment;
  const { requirements } = delivery;
  const report = useReport(shipment, onClose);
  const form = useForm<Values>({
    initialValues: {
      recipient_name: delivery.contact.name,
      handed_to: "recipient",
      pin: "",
      age_verified: false,
      signature: null,
      photo: null,
      note: "",
    },
  });
  const send = async ({ signature, photo, ...values }: Values) => {
    const signatureId = signature && (await uploadForReport(shipment, "signature", signature));
    const photoId = photo && (await uploadForReport(shipment, "photo", photo));
    await report.mutateAsync({
      type: "delivered",
      proof: {
        recipient_name: values.recipient_name || null,
        handed_to: values.handed_to as never,
        pin: values.pin || null,
        age_verified: values.age_verified,
        signature_image_id: signatureId,
        image_ids: photoId === null ? [] : [photoId],
        note: values.note || null,
      },
    });
  };
  return (
    <Dialog onClose={onClose} title="Delivered">
      <Form form={form} send={send} submit="Report delivery" onCancel={onClose}>
        <TextInput label="Received by" autoComplete="off" {...form.getInputProps("recipient_name")} />
        <Select label="Handed to" data={handovers} {...form.getInputProps("handed_to")} />
        {requirements.pin && (
          <TextInput
            label="Recipient PIN"
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps("pin")}
          />
        )}
        {requirements.min_age !== null && (
          <Checkbox
            label={`The recipient is at least ${requirements.min_age}`}
            {...form.getInputProps("age_verified", { type: "checkbox" })}
          />
        )}
        <FileInput
          label={requirements.signature ? "Signature (required)" : "Signature"}
          description="A picture of it"
          placeholder="Choose a file"
          accept={imageTypes}
          clearable
          {...form.getInputProps("signature")}
        />
        <FileInput
          label={requirements.photo ? "Photo (required)" : "Photo"}
          placeholder="Choose a file"
          accept={imageTypes}
          clearable
          {...form.getInputProps("photo")}
        />
        <TextInput label="Note" autoComplete="off" {...form.getInputProps("note")} />
      </Form>
    </Dialog>
  );
}
