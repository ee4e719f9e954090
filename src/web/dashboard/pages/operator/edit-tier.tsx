import { Checkbox, Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { currencyCodes } from "@/infra/geography/country.ts";
import type { OperatorTierView } from "@/operator/schema.ts";
import { patch, post } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { MoneyField } from "../../components/money-field.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { formatCount } from "../../format.ts";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";
import { changeOf, creationOf, type TierValues, valuesOf, withFieldPaths } from "./tier-form.ts";

const fields = [
  { name: "requests_per_second", label: "Requests per second", description: "On average" },
  { name: "burst", label: "Burst", description: "Requests at once after a pause" },
  { name: "requests_per_day", label: "Requests per day", description: "Days in UTC" },
  { name: "storage_bytes", label: "Storage (bytes)", description: "1000000000 is 1 GB" },
] as const;

interface EditTierProps {
  /** Undefined for a new one. */
  tier: OperatorTierView | undefined;
  onClose: () => void;
}

/** Name, limits and price of a tier that exists, or of a new one. */
export function EditTier({ tier, onClose }: EditTierProps) {
  const form = useForm<TierValues>({ initialValues: valuesOf(tier) });
  const save = useAction(
    (values: TierValues) =>
      withFieldPaths(values, () =>
        tier === undefined
          ? post("/operator/tiers", creationOf(values))
          : patch(`/operator/tiers/${encodeURIComponent(tier.name)}`, changeOf(values)),
      ),
    {
      changes: operatorChanges,
      success: ({ name }) => (tier === undefined ? `Tier ${name} added.` : `Tier ${name} changed.`),
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={tier === undefined ? "Add a tier" : `Edit ${tier.name}`}>
      <Form
        form={form}
        send={save.mutateAsync}
        submit={tier === undefined ? "Add tier" : "Save tier"}
        onCancel={onClose}
      >
        {tier && <Text size="sm">{effectOf(tier)}</Text>}
        <TextInput
          label="Name"
          description="Lowercase letters, digits and hyphens. Accounts see it."
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Group grow align="start" gap="sm">
          <MoneyField
            currency={form.values.price.currency}
            isNamed
            label="Price per month"
            description="Empty for none"
            {...form.getInputProps("price.amount")}
          />
          <Select
            label="Currency"
            description="Shown, never charged"
            data={currencyCodes}
            searchable
            allowDeselect={false}
            {...form.getInputProps("price.currency")}
          />
        </Group>
        {tier === undefined && (
          <Checkbox
            label="Limit requests and storage"
            {...form.getInputProps("hasLimits", { type: "checkbox" })}
          />
        )}
        {form.values.hasLimits &&
          fields.map(({ name, label, description }) => (
            <NumberField
              key={name}
              label={label}
              description={description}
              {...form.getInputProps(`limits.${name}`)}
            />
          ))}
      </Form>
    </Dialog>
  );
}

function effectOf({ accounts, limits }: OperatorTierView): string {
  const who = accounts === 1 ? "One account has" : `${formatCount(accounts)} accounts have`;
  return limits === null
    ? `${who} this tier, which has no limits.`
    : `Applies to each environment from the next request. ${who} this tier.`;
}
