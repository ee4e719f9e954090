import { MultiSelect, Select, SimpleGrid, Text } from "@mantine/core";
import { feeSubstatuses, requirementWords, weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import { NumberField } from "../../../components/number-field.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { humanize } from "../../../format.ts";
import { MoneyField } from "./money-field.tsx";
import { NamedFields } from "./named-fields.tsx";
import { Rows } from "./rows.tsx";
import { TimeField } from "./time-field.tsx";
import {
  belowInput,
  blankFee,
  blankStep,
  blankSurcharge,
  blankZonePrice,
  type CardForm,
  dayNames,
  wide,
} from "./values.ts";

const days = weekdays.map((value) => ({ value, label: dayNames[value] }));
const requirements = requirementWords.map((value) => ({ value, label: humanize(value) }));
const steps = feeSubstatuses.map((value) => ({ value, label: humanize(value) }));

interface PriceFieldsProps {
  form: CardForm;
  /** Of the service. */
  index: number;
}

/** The lines of a price. @param zones codes of the card's zones */
export function PriceFields({ form, index, zones }: PriceFieldsProps & { zones: readonly string[] }) {
  const path = `services.${index}`;
  const field = (name: string) => form.getInputProps(`${path}.price.${name}`);
  const service = form.values.services[index];
  const { currency } = form.values;
  return (
    <>
      <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="sm" verticalSpacing="sm">
        <MoneyField currency={currency} label="Base price" required placeholder="4.50" {...field("base")} />
        <MoneyField currency={currency} label="Per parcel" placeholder="0" {...field("per_parcel")} />
        <MoneyField currency={currency} label="At least" placeholder="None" {...field("minimum")} />
        <MoneyField currency={currency} label="At most" placeholder="None" {...field("maximum")} />
        <MoneyField
          currency={currency}
          label="Per km"
          placeholder="0"
          {...belowInput("Needs known places")}
          {...field("per_km")}
        />
        <NumberField label="Included km" placeholder="0" {...field("included_km")} />
        <MoneyField currency={currency} label="Per kg" placeholder="0" {...field("per_kg")} />
        <NumberField label="Included kg" placeholder="0" {...field("included_kg")} />
      </SimpleGrid>
      <OptionalFields label="Base price by zones" errors={form.errors}>
        <Rows
          form={form}
          path={`${path}.zone_prices`}
          rows={service?.zone_prices ?? []}
          what="zone price"
          blank={blankZonePrice}
          columns={3}
        >
          {(row) => (
            <>
              <Choice form={form} path={`${row}.from`} label="From" data={zones} />
              <Choice form={form} path={`${row}.to`} label="To" data={zones} />
              <MoneyField currency={currency} label="Base price" {...form.getInputProps(`${row}.base`)} />
            </>
          )}
        </Rows>
      </OptionalFields>
      <OptionalFields label="Price by weight" errors={form.errors}>
        <Rows
          form={form}
          path={`${path}.price.weight_steps`}
          rows={service?.price.weight_steps ?? []}
          what="weight step"
          blank={blankStep}
          columns={2}
        >
          {(row) => (
            <>
              <NumberField label="From (kg)" {...form.getInputProps(`${row}.from_grams`)} />
              <MoneyField currency={currency} label="Amount" {...form.getInputProps(`${row}.amount`)} />
            </>
          )}
        </Rows>
      </OptionalFields>
    </>
  );
}

export function SurchargeRows({ form, index }: PriceFieldsProps) {
  const path = `services.${index}.surcharges`;
  const { currency } = form.values;
  return (
    <Rows
      form={form}
      path={path}
      rows={form.values.services[index]?.surcharges ?? []}
      what="surcharge"
      blank={blankSurcharge}
    >
      {(row) => {
        const field = (name: string) => form.getInputProps(`${row}.${name}`);
        return (
          <>
            <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="xs">
              <NamedFields form={form} path={row} example="Evening" />
              <MoneyField currency={currency} label="Amount" {...field("amount")} />
              <NumberField label="Or percent" {...field("percent")} />
            </SimpleGrid>
            <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="xs">
              <TimeField label="From" placeholder="18:00" {...field("when.from")} />
              <TimeField label="Until" placeholder="22:00" {...field("when.to")} />
              <Choice form={form} path={`${row}.when.requirement`} label="If required" data={requirements} />
            </SimpleGrid>
            <MultiSelect label="On" searchable placeholder="Any day" data={days} {...field("when.days")} />
          </>
        );
      }}
    </Rows>
  );
}

export function CancellationRows({ form, index }: PriceFieldsProps) {
  const rows = form.values.services[index]?.cancellation ?? [];
  return (
    <>
      <Text size="sm" c="dimmed">
        {rows.length === 0
          ? "Cancelling is free."
          : "Percent of the price, until the driver has come so far. After the last step it is the whole price."}
      </Text>
      <Rows
        form={form}
        path={`services.${index}.cancellation`}
        rows={rows}
        what="step"
        blank={blankFee}
        columns={2}
      >
        {(row) => (
          <>
            <Choice form={form} path={`${row}.until`} label="Until" data={steps} />
            <NumberField label="Percent" {...form.getInputProps(`${row}.percent`)} />
          </>
        )}
      </Rows>
    </>
  );
}

interface ChoiceProps {
  form: CardForm;
  path: string;
  label: string;
  data: readonly string[] | readonly { value: string; label: string }[];
}

/** A choice that may be empty: the card then has no such member. */
function Choice({ form, path, label, data }: ChoiceProps) {
  const { value, ...input } = form.getInputProps(path);
  return (
    <Select
      label={label}
      data={data}
      clearable
      {...input}
      value={value || null}
      onChange={(chosen) => form.setFieldValue(path, chosen ?? "")}
    />
  );
}
