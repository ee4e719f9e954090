import { Checkbox, SimpleGrid, Text } from "@mantine/core";
import { MoneyField } from "../../../components/money-field.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { Choice } from "./choice.tsx";
import { Rows } from "./rows.tsx";
import {
  belowInput,
  blankDistanceStep,
  blankStep,
  blankZonePrice,
  type CardForm,
  needsPlace,
  wide,
} from "./values.ts";

interface PriceFieldsProps {
  form: CardForm;
  /** Of the service. */
  index: number;
  /** Codes of the card's zones. */
  zones: readonly string[];
}

/** What prices the distance beside or instead of `per_km`. */
const wayMembers = ["started_km", "distance_steps", "per_mile", "included_miles"];

/** The lines of a price. */
export function PriceFields({ form, index, zones }: PriceFieldsProps) {
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
      <OptionalFields
        label="Steps, miles and started kilometers"
        errors={form.errors}
        paths={wayMembers.map((name) => `${path}.price.${name}`)}
      >
        <WayFields form={form} index={index} />
      </OptionalFields>
      <OptionalFields label="Base price by zones" errors={form.errors} paths={[`${path}.zone_prices`]}>
        <Rows
          form={form}
          path={`${path}.zone_prices`}
          rows={service?.zone_prices ?? []}
          what="zone price"
          blank={blankZonePrice}
        >
          {(row, at) => (
            <>
              <SimpleGrid type="container" cols={{ base: 2, [wide]: 3 }} spacing="xs">
                <Choice form={form} path={`${row}.from`} label="From" data={zones} />
                <Choice form={form} path={`${row}.to`} label="To" data={zones} />
                <MoneyField currency={currency} label="Base price" {...form.getInputProps(`${row}.base`)} />
              </SimpleGrid>
              <OptionalFields
                label="Price by weight of its own"
                errors={form.errors}
                paths={[`${row}.weight_steps`]}
              >
                <WeightSteps
                  form={form}
                  path={`${row}.weight_steps`}
                  rows={service?.zone_prices[at]?.weight_steps ?? []}
                />
              </OptionalFields>
            </>
          )}
        </Rows>
      </OptionalFields>
      <OptionalFields label="Price by weight" errors={form.errors} paths={[`${path}.price.weight_steps`]}>
        <WeightSteps
          form={form}
          path={`${path}.price.weight_steps`}
          rows={service?.price.weight_steps ?? []}
        />
      </OptionalFields>
    </>
  );
}

function WayFields({ form, index }: Omit<PriceFieldsProps, "zones">) {
  const path = `services.${index}.price`;
  const { currency } = form.values;
  return (
    <>
      <Checkbox
        label="Each started kilometer counts as a whole one"
        {...form.getInputProps(`${path}.started_km`, { type: "checkbox" })}
      />
      <Rows
        form={form}
        path={`${path}.distance_steps`}
        rows={form.values.services[index]?.price.distance_steps ?? []}
        what="distance step"
        blank={blankDistanceStep}
        columns={2}
      >
        {(row) => (
          <>
            <NumberField label="From (km)" {...form.getInputProps(`${row}.from_meters`)} />
            <MoneyField currency={currency} label="Per km" {...form.getInputProps(`${row}.per_km`)} />
          </>
        )}
      </Rows>
      <SimpleGrid type="container" cols={{ base: 2, [wide]: 4 }} spacing="sm">
        <MoneyField
          currency={currency}
          label="Per mile"
          placeholder="0"
          {...form.getInputProps(`${path}.per_mile`)}
        />
        <NumberField
          label="Included miles"
          placeholder="0"
          {...form.getInputProps(`${path}.included_miles`)}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Kilometers, steps or miles: a service has one of them. {needsPlace}
      </Text>
    </>
  );
}

interface WeightStepsProps {
  form: CardForm;
  path: string;
  rows: readonly unknown[];
}

function WeightSteps({ form, path, rows }: WeightStepsProps) {
  return (
    <Rows form={form} path={path} rows={rows} what="weight step" blank={blankStep} columns={2}>
      {(row) => (
        <>
          <NumberField label="From (kg)" {...form.getInputProps(`${row}.from_grams`)} />
          <MoneyField
            currency={form.values.currency}
            label="Amount"
            {...form.getInputProps(`${row}.amount`)}
          />
        </>
      )}
    </Rows>
  );
}
