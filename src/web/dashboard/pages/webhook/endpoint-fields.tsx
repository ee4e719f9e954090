import { Checkbox, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { NumberField } from "../../components/number-field.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import type { EndpointValues } from "./endpoint-values.ts";
import { EventTypes } from "./event-types.tsx";
import { HeaderFields } from "./header-fields.tsx";

const orderings = [
  { value: "none", label: "As fast as it can be done" },
  { value: "per_shipment", label: "One after the other, for each shipment" },
];

interface EndpointFieldsProps {
  form: UseFormReturnType<EndpointValues>;
  /** Of the headers that the endpoint has. */
  headerNames: readonly string[];
}

export function EndpointFields({ form, headerNames }: EndpointFieldsProps) {
  const environment = useEnvironment();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        <Section title="Address">
          <TextInput
            label="URL"
            description={environment === "live" ? "https, reachable from outside" : "https or http"}
            placeholder="https://shop.example.com/hooks/waybill"
            type="url"
            autoComplete="off"
            {...form.getInputProps("url")}
          />
          <TextInput
            label="Description"
            description="What you call it"
            placeholder="Order system"
            autoComplete="off"
            {...form.getInputProps("description")}
          />
        </Section>
        <Section title="How it is sent">
          <Select
            label="Order"
            description="Waiting for the one before delays a shipment's events while your program fails"
            data={orderings}
            allowDeselect={false}
            {...form.getInputProps("ordering")}
          />
          <NumberField
            label="Attempts per second, at most"
            placeholder="No limit"
            {...form.getInputProps("max_per_second")}
          />
          <HeaderFields form={form} names={headerNames} />
        </Section>
        {environment === "sandbox" && <FaultFields form={form} />}
      </Stack>
      <Section title="Events" lead="What it is told of.">
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
    <Section
      title="Faults on purpose"
      lead="The bad luck of every network, to see whether your program copes."
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField label="Sent twice (%)" placeholder="Never" {...form.getInputProps("faults.duplicate")} />
        <NumberField label="Out of order (%)" placeholder="Never" {...form.getInputProps("faults.reorder")} />
        <NumberField
          label="Late by (s)"
          placeholder="Not at all"
          {...form.getInputProps("faults.delay_seconds")}
        />
      </SimpleGrid>
      <Checkbox
        label="The first attempt gets lost"
        {...form.getInputProps("faults.drop_first_attempt", { type: "checkbox" })}
      />
    </Section>
  );
}
