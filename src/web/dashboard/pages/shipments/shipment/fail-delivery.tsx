import { FileInput, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { type ReasonCode, reasonCodes } from "@/delivery/model/model.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { humanize } from "../../../format.ts";
import { imageTypes } from "../../../upload.ts";
import { uploadForReport, useReport } from "./report.ts";

const reasons = reasonCodes.map((value) => ({ value, label: humanize(value) }));

/** Photos that Waybill takes with a failed delivery. */
const photosMax = 4;

interface Values extends Record<string, unknown> {
  reason_code: ReasonCode;
  message: string;
  photos: File[];
}

/** Reports that the goods cannot be delivered, or gives the delivery back before the pickup. */
export function FailDelivery({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const isPickedUp = shipment.status === "in_transit";
  const report = useReport(shipment, onClose);
  const form = useForm<Values>({
    initialValues: {
      reason_code: isPickedUp ? "recipient_unavailable" : "carrier_cancelled",
      message: "",
      photos: [],
    },
  });
  const send = async ({ reason_code, message, photos }: Values) => {
    const told = { reason_code, message: message || null };
    if (!isPickedUp) return report.mutateAsync({ type: "withdrawn", ...told });
    const image_ids: string[] = [];
    for (const photo of photos) image_ids.push(await uploadForReport(shipment, "photos", photo));
    return report.mutateAsync({ type: "undeliverable", ...told, image_ids });
  };
  return (
    <Dialog onClose={onClose} title="Could not deliver">
      <Form form={form} send={send} submit="Report" isDangerous onCancel={onClose}>
        <Text size="sm">
          {isPickedUp
            ? `If undeliverable, the sender chose: ${humanize(shipment.if_undeliverable).toLowerCase()}.`
            : "The shipment goes back to its quotes, and another carrier can take it."}
        </Text>
        <Select label="Reason" data={reasons} allowDeselect={false} {...form.getInputProps("reason_code")} />
        {isPickedUp && (
          <FileInput
            label={shipment.if_undeliverable === "leave_at_door" ? "Photos (required)" : "Photos"}
            accept={imageTypes}
            description={`At most ${photosMax}.`}
            placeholder="Choose files"
            multiple
            clearable
            {...form.getInputProps("photos")}
          />
        )}
        <TextInput label="Message" autoComplete="off" {...form.getInputProps("message")} />
      </Form>
    </Dialog>
  );
}
