import { ActionIcon, Button, Group, SimpleGrid, Stack, TextInput, Tooltip } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { currencyCodes } from "@/infra/geography/country.ts";
import type { UnitSystem } from "@/infra/units.ts";
import { LongSelect } from "../../../components/long-select.tsx";
import { MeasureField } from "../../../components/measure-field.tsx";
import { MoneyField } from "../../../components/money-field.tsx";
import { NumberField } from "../../../components/number-field.tsx";
import { OptionalFields } from "../../../components/optional-fields.tsx";
import { numberOf } from "../../../number-value.ts";
import { formatWeights, storedMeasure, useUnits } from "../../../units.ts";
import { currencyFor, emptyParcel, type ParcelValues, type ShipmentValues } from "./values.ts";

const sides = [
  { name: "length_mm", label: "Length" },
  { name: "width_mm", label: "Width" },
  { name: "height_mm", label: "Height" },
] as const;

interface FormProps {
  form: UseFormReturnType<ShipmentValues>;
}

interface ParcelProps extends FormProps {
  index: number;
}

/** The parcels, one after the other. */
export function ParcelFields({ form }: FormProps) {
  return (
    <Stack>
      {form.values.parcels.map((_parcel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parcel of the form is its place in the request
        <Stack key={index} role="group" aria-label={`Parcel ${index + 1}`} gap="xs">
          <Parcel form={form} index={index} />
          <OptionalFields label="Size, value, reference" errors={form.errors}>
            <OptionalParcelFields form={form} index={index} />
          </OptionalFields>
        </Stack>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem("parcels", emptyParcel)}
        >
          Add parcel
        </Button>
      </Group>
    </Stack>
  );
}

function Parcel({ form, index }: ParcelProps) {
  const units = useUnits() ?? "metric";
  const field = (name: string) => form.getInputProps(`parcels.${index}.${name}`);
  return (
    <Group align="start" gap="sm">
      <TextInput label="Contents" autoComplete="off" className="filter-wide" {...field("description")} />
      <NumberField label="Quantity" className="filter-number" {...field("quantity")} />
      <MeasureField
        label="Weight"
        measure="weight"
        required
        className="filter-number"
        inputWrapperOrder={["label", "input", "error", "description"]}
        description={weightText(form.values.parcels[index], units)}
        {...field("weight_grams")}
      />
      {form.values.parcels.length > 1 && (
        <Tooltip label="Remove this parcel">
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={26}
            size="lg"
            aria-label={`Remove parcel ${index + 1}`}
            onClick={() => form.removeListItem("parcels", index)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

/**
 * The weight of all pieces in both units; nothing while it is no number. It is there while somebody types: what appears
 * only when the field is left would move what is about to be clicked.
 */
function weightText(parcel: ParcelValues | undefined, units: UnitSystem): string {
  const { weight_grams: each = "", quantity = 1 } = parcel ?? {};
  const stored = typeof each === "string" ? storedMeasure(numberOf(each), units, "weight") : each;
  const grams = Number(stored) * Number(quantity);
  return grams > 0 && Number.isFinite(grams) ? formatWeights(grams) : "";
}

function OptionalParcelFields({ form, index }: ParcelProps) {
  const field = (name: string) => form.getInputProps(`parcels.${index}.${name}`);
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
      {sides.map(({ name, label }) => (
        <MeasureField key={name} label={label} measure="length" {...field(name)} />
      ))}
      <MoneyField
        label="Value"
        currency={currencyFor(form.values, index) ?? ""}
        isNamed
        {...field("value.amount")}
      />
      <LongSelect
        label="Currency"
        data={currencyCodes}
        searchable
        allowDeselect={false}
        {...field("value.currency")}
        value={currencyFor(form.values, index)}
      />
      <TextInput label="Parcel reference" autoComplete="off" {...field("reference")} />
    </SimpleGrid>
  );
}
