import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { useAction } from "../../../queries.ts";
import { AgreedFields } from "./fields.tsx";
import { type AgreedValues, agreementErrors, agreementOf, noAgreement } from "./values.ts";

interface Values extends AgreedValues, Record<string, unknown> {}

/** Books an own fleet at a price that people agreed on, also without an offer. */
export function EnterPrice({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment } = shipment;
  const form = useForm<Values>({ initialValues: { ...noAgreement }, validate: agreementErrors });
  const accept = useAction(
    (input: NonNullable<ReturnType<typeof agreementOf>>, idempotencyKey) =>
      post(`/platform/shipments/${id}/assignments`, input, { environment, idempotencyKey }),
    {
      changes: ["/platform/shipments", `/platform/tracking/${id}`],
      success: "Booked at the agreed price.",
      onDone: onClose,
    },
  );
  const send = async (values: Values) => {
    const agreed = agreementOf(values);
    if (agreed) await accept.mutateAsync(agreed);
  };
  const { service, price } = form.values;
  return (
    <Dialog onClose={onClose} title="Enter a price">
      <Form
        form={form}
        send={send}
        submit="Book at this price"
        isDisabled={service === "" || price.amount === ""}
        onCancel={onClose}
      >
        <Text size="sm">
          You agree on a price with your customer. Your own fleet gets the shipment at once, without an offer.
          The history says who agreed.
        </Text>
        <AgreedFields environment={environment} picks={shipment} field={(name) => form.getInputProps(name)} />
      </Form>
    </Dialog>
  );
}
