import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OperatorTierView } from "../../../../operator/schema.ts";
import { patch } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { NumberField, type NumberValue } from "../../components/number-field.tsx";
import { countInFigures } from "../../figures.ts";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

type Limits = NonNullable<OperatorTierView["limits"]>;

export interface LimitedTier extends OperatorTierView {
  limits: Limits;
}

type Values = Record<keyof Limits, NumberValue>;

const fields = [
  { name: "requests_per_second", label: "Requests a second", description: "On average" },
  { name: "burst", label: "Requests at once", description: "After a pause, before the rate above holds" },
  { name: "requests_per_day", label: "Requests a day", description: "Of UTC" },
  { name: "storage_bytes", label: "Storage in bytes", description: "1000000000 is 1 GB" },
] as const;

export function EditTier({ tier, onClose }: { tier: LimitedTier; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: { ...tier.limits } });
  const edit = useAction(
    (limits: Values) => patch(`/operator/tiers/${encodeURIComponent(tier.name)}`, limits),
    { changes: operatorChanges, told: `The limits of ${tier.name} are changed.`, onDone: onClose },
  );
  return (
    <Dialog onClose={onClose} title={`Limits of ${tier.name}`}>
      <Form form={form} send={edit.mutateAsync} submit="Save the limits" onCancel={onClose}>
        <Text size="sm">
          In each environment, from the very next request on.{" "}
          {tier.accounts === 1 ? "One account is" : `${countInFigures(tier.accounts)} accounts are`} in this
          tier.
        </Text>
        {fields.map(({ name, label, description }) => (
          <NumberField key={name} label={label} description={description} {...form.getInputProps(name)} />
        ))}
      </Form>
    </Dialog>
  );
}
