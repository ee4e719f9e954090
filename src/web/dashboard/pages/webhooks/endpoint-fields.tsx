import { Checkbox, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { NumberField } from "../../components/number-field.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import type { EndpointValues } from "./endpoint-values.ts";
import { EventTypes } from "./event-types.tsx";
import { HeaderFields } from "./header-fields.tsx";

const orderings = [
  { value: "none", label: "Unordered (fastest)" },
  { value: "per_shipment", label: "Ordered per shipment" },
];

interface EndpointFieldsProps {
  form: UseFormReturnType<EndpointValues>;
  /** Names of the headers that the endpoint already has. */
  headerNames: readonly string[];
}

export function EndpointFields({ form, headerNames }: EndpointFieldsProps) {
  const environment = useEnvironment();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        <Section title="Endpoint">
          <TextInput
            label="URL"
            description={
              environment === "live"
                ? "HTTPS and publicly reachable, or an address that the operator allows"
                : "HTTPS or HTTP; waybill:inbox keeps the deliveries here"
            }
            placeholder="https://shop.example.com/hooks/waybill"
            type="url"
            autoComplete="off"
            {...form.getInputProps("url")}
          />
          <TextInput
            label="Description"
            description="Your name for it"
            placeholder="Order system"
            autoComplete="off"
            {...form.getInputProps("description")}
          />
        </Section>
        <Section title="Delivery">
          <Select
            label="Order"
            description="Ordered delivery: events of a shipment wait for earlier ones"
            data={orderings}
            allowDeselect={false}
            {...form.getInputProps("ordering")}
          />
          <NumberField
            label="Maximum attempts per second"
            placeholder="No limit"
            {...form.getInputProps("max_per_second")}
          />
          <HeaderFields form={form} names={headerNames} />
        </Section>
        {environment === "sandbox" && <FaultFields form={form} />}
      </Stack>
      <Section title="Events to send">
        <EventTypes
          value={form.values.events}
          onChange={(events) => form.setFieldValue("events", events)}
          error={form.errors.events}
          data-path="events"
        />
      </Section>
    </SimpleGrid>
  );
}

function FaultFields({ form }: Pick<EndpointFieldsProps, "form">) {
  return (
    <Section title="Fault injection" lead="Simulate duplicates, delays and lost attempts.">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField label="Duplicates (%)" placeholder="Never" {...form.getInputProps("faults.duplicate")} />
        <NumberField label="Out of order (%)" placeholder="Never" {...form.getInputProps("faults.reorder")} />
        <NumberField label="Delay (s)" placeholder="None" {...form.getInputProps("faults.delay_seconds")} />
      </SimpleGrid>
      <Checkbox
        label="Drop the first attempt"
        {...form.getInputProps("faults.drop_first_attempt", { type: "checkbox" })}
      />
    </Section>
  );
}
