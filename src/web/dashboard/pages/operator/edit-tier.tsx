import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OperatorTierView } from "../../../../operator/schema.ts";
import { patch } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { NumberField, type NumberValue } from "../../components/number-field.tsx";
import { formatCount } from "../../format.ts";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

type Limits = NonNullable<OperatorTierView["limits"]>;

export interface LimitedTier extends OperatorTierView {
  limits: Limits;
}

type Values = Record<keyof Limits, NumberValue>;

const fields = [
  { name: "requests_per_second", label: "Requests per second", description: "On average" },
  { name: "burst", label: "Burst", description: "Requests at once after a pause" },
  { name: "requests_per_day", label: "Requests per day", description: "Days in UTC" },
  { name: "storage_bytes", label: "Storage (bytes)", description: "1000000000 is 1 GB" },
] as const;

export function EditTier({ tier, onClose }: { tier: LimitedTier; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: { ...tier.limits } });
  const edit = useAction(
    (limits: Values) => patch(`/operator/tiers/${encodeURIComponent(tier.name)}`, limits),
    { changes: operatorChanges, success: `Limits of ${tier.name} changed.`, onDone: onClose },
  );
  return (
    <Dialog onClose={onClose} title={`Limits of ${tier.name}`}>
      <Form form={form} send={edit.mutateAsync} submit="Save limits" onCancel={onClose}>
        <Text size="sm">
          Applies to each environment from the next request.{" "}
          {tier.accounts === 1 ? "One account has" : `${formatCount(tier.accounts)} accounts have`} this tier.
        </Text>
        {fields.map(({ name, label, description }) => (
          <NumberField key={name} label={label} description={description} {...form.getInputProps(name)} />
        ))}
      </Form>
    </Dialog>
  );
}
