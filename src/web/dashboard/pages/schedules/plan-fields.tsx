import { Checkbox, Group, Select, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { NumberField } from "../../components/number-field.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { useMay } from "../../permissions.ts";
import { useRead } from "../../queries.ts";
import { asItIs, type PlanValues } from "./plan-values.ts";
import { weekdayData } from "./words.ts";

/** When its shipments are made, and who delivers them. */

interface PlanFieldsProps {
  form: UseFormReturnType<PlanValues>;
  isNew?: boolean;
}

export function PlanFields({ form, isNew = false }: PlanFieldsProps) {
  const input = (name: string) => form.getInputProps(name);
  return (
    <>
      <Section title="Days">
        <TextInput label="Name" required maxLength={100} {...input("name")} />
        <Checkbox.Group label="On" data-path="days" {...input("days")}>
          <Group mt="xs" gap="md">
            {weekdayData.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label="From"
            description={isNew ? "Empty: today" : undefined}
            {...input("starts_on")}
          />
          <TextInput type="date" label="Until" description="Empty: without an end" {...input("ends_on")} />
        </SimpleGrid>
        <Textarea
          label="Not on"
          description="Public holidays and other days off: paste dates such as 2026-12-25, one a line. Single days are also skipped by a click in the list of what comes."
          autosize
          minRows={2}
          {...input("skip_dates")}
        />
      </Section>
      <Section title="Times" lead="By the clocks of the pickup.">
        <Windows form={form} name="pickup_window" label="Pickup" />
        <Windows form={form} name="delivery_window" label="Delivery" isOptional />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField
            label="Hours ahead"
            description="So long before the pickup its shipment is made"
            {...input("create_hours_before")}
          />
          <TextInput
            label="Time zone"
            description={isNew ? "Empty: that of the pickup" : undefined}
            placeholder="Europe/Berlin"
            {...input("time_zone")}
          />
        </SimpleGrid>
      </Section>
      <Section title="Who delivers">
        <Acceptance form={form} />
      </Section>
    </>
  );
}

interface WindowsProps extends PlanFieldsProps {
  name: "pickup_window" | "delivery_window";
  label: string;
  isOptional?: boolean;
}

function Windows({ form, name, label, isOptional = false }: WindowsProps) {
  return (
    <SimpleGrid cols={2}>
      <TextInput
        type="time"
        required={!isOptional}
        label={`${label} from`}
        {...form.getInputProps(`${name}.from`)}
      />
      <TextInput
        type="time"
        required={!isOptional}
        label={`${label} to`}
        {...form.getInputProps(`${name}.to`)}
      />
    </SimpleGrid>
  );
}

function Acceptance({ form }: PlanFieldsProps) {
  const environment = useEnvironment();
  const mayDispatch = useMay("dispatch:write", "drivers:read");
  const { data: drivers } = useRead("/platform/drivers", {
    environment,
    query: { limit: 100 },
    enabled: mayDispatch,
  });
  const { accept } = form.values.shipment;
  const known = drivers?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const isUnknown = accept.startsWith("drv_") && !known.some(({ value }) => value === accept);
  return (
    <>
      <Select
        label="Take"
        allowDeselect={false}
        data={[
          {
            group: "Offers",
            items: [
              { value: "default", label: "As for every new shipment" },
              { value: "cheapest", label: "The cheapest offer" },
              { value: "ask", label: "None: somebody accepts one each time" },
              ...(accept === asItIs ? [{ value: asItIs, label: "As the API set it up" }] : []),
            ],
          },
          ...(known.length > 0 || isUnknown
            ? [
                {
                  group: "Own riders",
                  items: [...known, ...(isUnknown ? [{ value: accept, label: "A rider who is gone" }] : [])],
                },
              ]
            : []),
        ]}
        {...form.getInputProps("shipment.accept")}
      />
      <Text size="sm" c="dimmed">
        A day whose shipment cannot be made, or that nobody takes, needs you: Waybill tries again until its
        pickup window is over.
      </Text>
    </>
  );
}
