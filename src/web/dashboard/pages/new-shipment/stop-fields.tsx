import { Input, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { countryCodes, countryName } from "../../../../infra/geography/country.ts";
import { NumberField } from "../../components/number-field.tsx";
import { OptionalFields } from "../../components/optional-fields.tsx";
import { timeZoneName } from "../../times.ts";
import type { ShipmentValues } from "./values.ts";

const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label));

interface StopFieldsProps {
  form: UseFormReturnType<ShipmentValues>;
  stop: "pickup" | "delivery";
}

/** Contact and address of a stop. */
export function StopFields({ form, stop }: StopFieldsProps) {
  const field = (name: string) => form.getInputProps(`${stop}.${name}`);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" required autoComplete="off" {...field("contact.name")} />
        <TextInput
          label="Phone"
          type="tel"
          placeholder="+4930123456"
          autoComplete="off"
          {...field("contact.phone")}
        />
      </SimpleGrid>
      <TextInput label="Street and number" required autoComplete="off" {...field("address.line1")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Postal code" autoComplete="off" {...field("address.postal_code")} />
        <TextInput label="Town" required autoComplete="off" {...field("address.city")} />
        <TextInput label="State or region" autoComplete="off" {...field("address.state")} />
        <Select
          label="Country"
          required
          searchable
          autoComplete="off"
          data={countries}
          {...field("address.country")}
        />
      </SimpleGrid>
      <OptionalFields label="Time window, company, instructions, coordinates" errors={form.errors}>
        <OptionalStopFields form={form} stop={stop} />
      </OptionalFields>
    </Stack>
  );
}

function OptionalStopFields({ form, stop }: StopFieldsProps) {
  const field = (name: string) => form.getInputProps(`${stop}.${name}`);
  return (
    <>
      <Stack gap={4} role="group" aria-label="Time window">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput type="datetime-local" label="From" {...field("window.start")} />
          <TextInput type="datetime-local" label="Until" {...field("window.end")} />
        </SimpleGrid>
        <Input.Description>In your time zone, {timeZoneName()}.</Input.Description>
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Company" autoComplete="off" {...field("contact.company")} />
        <TextInput label="Email address" type="email" autoComplete="off" {...field("contact.email")} />
      </SimpleGrid>
      <TextInput label="Floor, apartment, building" autoComplete="off" {...field("address.line2")} />
      <Textarea label="Instructions for the driver" autosize minRows={2} {...field("instructions")} />
      <Stack gap={4} role="group" aria-label="Coordinates">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NumberField label="Latitude" placeholder="52.5291" {...field("address.latitude")} />
          <NumberField label="Longitude" placeholder="13.4014" {...field("address.longitude")} />
        </SimpleGrid>
        <Input.Description>Optional. Leave both empty to use the town's location.</Input.Description>
      </Stack>
    </>
  );
}
