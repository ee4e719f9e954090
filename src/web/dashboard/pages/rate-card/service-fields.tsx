import { Checkbox, MultiSelect, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { weekdays } from "../../../../delivery/carriers/fleet/words.ts";
import { vehicleTypes } from "../../../../delivery/model.ts";
import { NumberField } from "../../components/number-field.tsx";
import { OptionalFields } from "../../components/optional-fields.tsx";
import { humanize } from "../../format.ts";
import { CancellationRows, PriceFields, SurchargeRows } from "./price-fields.tsx";
import { type CardForm, dayNames } from "./values.ts";

const vehicles = vehicleTypes.map((value) => ({ value, label: humanize(value) }));

interface ServiceFieldsProps {
  form: CardForm;
  index: number;
}

/** One service: from where to where, for how much, and when. */
export function ServiceFields({ form, index }: ServiceFieldsProps) {
  const path = `services.${index}`;
  const field = (name: string) => form.getInputProps(`${path}.${name}`);
  const { zones, services } = form.values;
  const codes = [...new Set(zones.map(({ code }) => code))].filter((code) => code !== "");
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" required placeholder="Express" autoComplete="off" {...field("name")} />
        <TextInput label="Code" required placeholder="express" autoComplete="off" {...field("code")} />
        <MultiSelect label="Pickup in" required searchable data={codes} {...field("pickup_zones")} />
        <MultiSelect label="Delivery in" required searchable data={codes} {...field("delivery_zones")} />
        <Select
          label="Vehicle"
          placeholder="Any"
          data={vehicles}
          clearable
          {...field("vehicle")}
          value={services[index]?.vehicle || null}
          onChange={(chosen) => form.setFieldValue(`${path}.vehicle`, chosen ?? "")}
        />
      </SimpleGrid>
      <PriceFields form={form} index={index} zones={codes} />
      <OptionalFields label="Surcharges" errors={form.errors}>
        <SurchargeRows form={form} index={index} />
      </OptionalFields>
      <OptionalFields label="Cancellation fees" errors={form.errors}>
        <CancellationRows form={form} index={index} />
      </OptionalFields>
      <OptionalFields label="Duration" errors={form.errors}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberField
            label="Until the pickup (minutes)"
            description="With the way there"
            placeholder="0"
            {...field("lead_minutes")}
          />
          <NumberField
            label="Speed (km/h)"
            description="To the delivery, by distance"
            {...field("speed_kmh")}
          />
          <NumberField
            label="Or always (minutes)"
            description="To the delivery"
            {...field("transit_minutes")}
          />
        </SimpleGrid>
      </OptionalFields>
      <OptionalFields label="Opening hours" errors={form.errors}>
        <HourFields form={form} index={index} />
      </OptionalFields>
      <OptionalFields label="Limits" errors={form.errors}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberField label="Weight (g)" placeholder="None" {...field("limits.weight_grams")} />
          <NumberField label="Parcels" placeholder="None" {...field("limits.parcels")} />
          <NumberField label="Distance (m)" placeholder="None" {...field("limits.distance_meters")} />
          <NumberField label="Longest side (mm)" placeholder="None" {...field("limits.length_mm")} />
          <NumberField label="Second side (mm)" placeholder="None" {...field("limits.width_mm")} />
          <NumberField label="Shortest side (mm)" placeholder="None" {...field("limits.height_mm")} />
          <NumberField
            label="cm³ that count as 1 kg"
            placeholder="Only the real weight"
            {...field("dimensional_divisor")}
          />
        </SimpleGrid>
      </OptionalFields>
    </>
  );
}

function HourFields({ form, index }: ServiceFieldsProps) {
  const path = `services.${index}`;
  const field = (name: string) => form.getInputProps(`${path}.${name}`);
  const isAlwaysOpen = form.values.services[index]?.isAlwaysOpen ?? true;
  return (
    <>
      <Checkbox
        label="Always open"
        {...form.getInputProps(`${path}.isAlwaysOpen`, { type: "checkbox" })}
        data-path={`${path}.hours`}
        error={form.errors[`${path}.hours`]}
      />
      {!isAlwaysOpen && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {weekdays.map((day) => (
            <TextInput
              key={day}
              label={dayNames[day]}
              placeholder="Closed"
              autoComplete="off"
              {...field(`hours.${day}`)}
            />
          ))}
          <TextInput label="Latest pickup" placeholder="None" autoComplete="off" {...field("cut_off")} />
        </SimpleGrid>
      )}
      <Textarea
        label="Closed on"
        description="Dates such as 2026-12-25, separated by spaces"
        autosize
        maxRows={6}
        {...field("closed_dates")}
      />
    </>
  );
}
