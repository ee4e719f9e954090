import { Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type LaterKind, laterKinds } from "@/delivery/lifecycle/charges/charge.ts";
import type { Money } from "@/delivery/model/model.ts";
import { post } from "@/web/browser/api.ts";
import { isProblem } from "@/web/browser/problem.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { MoneyField } from "../../../components/money-field.tsx";
import { formatMoney, humanize, sentenceOf } from "../../../format.ts";
import { amountFault, majorAmount, minorOf } from "../../../minor-amount.ts";
import type { NumberValue } from "../../../number-value.ts";
import { useAction, useRead } from "../../../queries.ts";
import type { Side } from "../../../side.ts";
import { chargeProblem, minutesBeyond, type Wait, waitReason } from "./charge-words.ts";

const kinds = laterKinds.map((value) => ({ value, label: humanize(value) }));

interface Values extends Record<string, unknown> {
  kind: LaterKind;
  amount: { amount: NumberValue };
  reason: string;
}

interface AddChargeProps {
  id: string;
  side: Side;
  price: Money | null;
  carrierId: string;
  waits: readonly Wait[];
  onClose: () => void;
}

/** Charges what came beside the price, or lowers it. */
export function AddCharge(props: AddChargeProps) {
  const { side, carrierId } = props;
  const { data: carrier, isPending } = useRead(`${side.base}/carriers/${carrierId}`, side.call);
  // The simulated carriers have no settings.
  if (isPending) return null;
  const free = carrier?.settings?.free_waiting_minutes;
  return <ChargeDialog {...props} freeMinutes={typeof free === "number" ? free : 0} />;
}

function ChargeDialog(props: AddChargeProps & { freeMinutes: number }) {
  const { id, side, price, waits, freeMinutes, onClose } = props;
  const currency = price?.currency ?? "";
  const suggested = waitReason(waits, freeMinutes);
  const form = useForm<Values>({
    initialValues: { kind: "waiting", amount: { amount: "" }, reason: suggested ?? "" },
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
      return post(`${side.base}/shipments/${id}/charges`, body, { ...side.call, idempotencyKey }).catch(
        (error: unknown) => {
          throw isProblem(error) ? chargeProblem(error, currency) : error;
        },
      );
    },
    {
      changes: ["/platform/charges"],
      success: ({ amount }) => `Charged ${formatMoney(amount)}.`,
      onDone: onClose,
    },
  );
  const isWaiting = form.values.kind === "waiting";
  return (
    <Dialog onClose={onClose} title="Add a charge">
      <Form form={form} send={add.mutateAsync} submit="Add charge" onCancel={onClose}>
        <Text size="sm">
          {price && `The price stays ${formatMoney(price)}. `}The charge counts in this month, and stands in
          Charges.
        </Text>
        <Select label="Kind" data={kinds} allowDeselect={false} {...form.getInputProps("kind")} />
        {isWaiting && suggested !== undefined && (
          <PerMinute
            minutes={minutesBeyond(waits, freeMinutes)}
            currency={currency}
            onChange={(amount) => form.setFieldValue("amount.amount", amount)}
          />
        )}
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

interface PerMinuteProps {
  minutes: number;
  currency: string;
  onChange(amount: number): void;
}

/** Reckons the amount of the minutes that are not free. Nobody but the firm knows what a minute costs. */
function PerMinute({ minutes, currency, onChange }: PerMinuteProps) {
  const [rate, setRate] = useState<NumberValue>("");
  const change = (typed: NumberValue) => {
    setRate(typed);
    const minor = Number(minorOf(typed, currency));
    if (typed !== "" && Number.isInteger(minor) && minor > 0)
      onChange(majorAmount(minor * minutes, currency));
  };
  return (
    <MoneyField
      currency={currency}
      isNamed
      label={`Per minute in ${currency}`}
      description={`${minutes} ${minutes === 1 ? "minute is" : "minutes are"} beyond the free ones.`}
      value={rate}
      onChange={change}
    />
  );
}
