import { Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { countryCodes, countryName } from "../../../geography/country.ts";
import type { ShipmentValues } from "./values.ts";

const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label));

interface StopFieldsProps {
  form: UseFormReturnType<ShipmentValues>;
  stop: "pickup" | "delivery";
}

/** Who is there, and where. */
export function StopFields({ form, stop }: StopFieldsProps) {
  const field = (name: string) => form.getInputProps(`${stop}.${name}`);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" required autoComplete="off" {...field("contact.name")} />
        <TextInput label="Company" autoComplete="off" {...field("contact.company")} />
        <TextInput
          label="Phone"
          type="tel"
          placeholder="+4930123456"
          autoComplete="off"
          {...field("contact.phone")}
        />
        <TextInput label="E-mail address" type="email" autoComplete="off" {...field("contact.email")} />
      </SimpleGrid>
      <TextInput label="Street and number" required autoComplete="off" {...field("address.line1")} />
      <TextInput label="Floor, flat, building" autoComplete="off" {...field("address.line2")} />
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
      <Textarea
        label="Instructions"
        description="For the driver"
        autosize
        minRows={2}
        {...field("instructions")}
      />
    </Stack>
  );
}
