import { Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type LaterKind, laterKinds } from "@/delivery/lifecycle/charges/charge.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { MoneyField } from "../../../components/money-field.tsx";
import { formatMoney, humanize, sentenceOf } from "../../../format.ts";
import { amountFault, minorOf } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { useAction } from "../../../queries.ts";

const kinds = laterKinds.map((value) => ({ value, label: humanize(value) }));

interface Values extends Record<string, unknown> {
  kind: LaterKind;
  amount: { amount: NumberValue };
  reason: string;
}

/** Charges what came beside the price, or lowers it. */
export function AddCharge({ shipment, onClose }: { shipment: ShipmentView; onClose: () => void }) {
  const { id, environment, price } = shipment;
  const currency = price?.currency ?? "";
  const form = useForm<Values>({
    initialValues: { kind: "waiting", amount: { amount: "" }, reason: "" },
    validate: {
      amount: {
        amount: (amount) => {
          const isAmount = Number(minorOf(amount, currency)) > 0;
          const fault =
            amountFault(amount, currency) ?? (isAmount ? null : "must be an amount, such as 4.50");
          return fault === null ? null : sentenceOf(fault);
        },
      },
    },
  });
  const add = useAction(
    ({ kind, amount: { amount }, reason }: Values, idempotencyKey) => {
      const body = { kind, amount: { amount: Number(minorOf(amount, currency)), currency }, reason };
      return post(`/platform/shipments/${id}/charges`, body, { environment, idempotencyKey });
    },
    {
      changes: ["/platform/charges"],
      success: ({ amount }) => `Charged ${formatMoney(amount)}.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title="Add a charge">
      <Form form={form} send={add.mutateAsync} submit="Add charge" onCancel={onClose}>
        <Text size="sm">
          {price && `The price stays ${formatMoney(price)}. `}The charge counts in this month, and stands in
          Charges.
        </Text>
        <Select label="Kind" data={kinds} allowDeselect={false} {...form.getInputProps("kind")} />
        <MoneyField
          currency={currency}
          isNamed
          label={`Amount in ${currency}`}
          description={form.values.kind === "discount" ? "So much less is owed." : undefined}
          required
          {...form.getInputProps("amount.amount")}
        />
        <TextInput
          label="Reason"
          description="It stands beside the charge, for whoever pays."
          autoComplete="off"
          maxLength={500}
          required
          {...form.getInputProps("reason")}
        />
      </Form>
    </Dialog>
  );
}
