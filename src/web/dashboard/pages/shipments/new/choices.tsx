import { Checkbox, Select, SimpleGrid, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { outcomes, undeliverableActions } from "@/delivery/model/model.ts";
import { NumberField } from "../../../components/number-field.tsx";
import { humanize } from "../../../format.ts";
import { type ShipmentValues, speedName, speeds } from "./values.ts";

const actions = undeliverableActions.map((value) => ({ value, label: humanize(value) }));
const outcomeData = outcomes.map((value) => ({ value, label: humanize(value) }));

interface ChoicesProps {
  form: UseFormReturnType<ShipmentValues>;
}

/** Which proof the driver must collect, and what happens if the shipment is undeliverable. */
export function DeliveryChoices({ form }: ChoicesProps) {
  const required = (name: string) =>
    form.getInputProps(`delivery.requirements.${name}`, { type: "checkbox" });
  return (
    <Stack gap="sm">
      <Checkbox label="Signature" {...required("signature")} />
      <Checkbox label="Photo" {...required("photo")} />
      <Checkbox label="PIN known only to the recipient" {...required("pin")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Minimum age"
          placeholder="None"
          {...form.getInputProps("delivery.requirements.min_age")}
        />
        <Select
          label="If undeliverable"
          data={actions}
          allowDeselect={false}
          {...form.getInputProps("if_undeliverable")}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** Sandbox: what the simulated driver does. */
export function SimulationChoices({ form }: ChoicesProps) {
  const { speed } = form.values.simulation;
  const isListed = speeds.some(({ value }) => value === speed);
  const others = isListed ? [] : [{ value: speed, label: speedName(speed) }];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Outcome"
        data={outcomeData}
        allowDeselect={false}
        {...form.getInputProps("simulation.outcome")}
      />
      <Select
        label="Speed"
        data={[...speeds, ...others]}
        allowDeselect={false}
        {...form.getInputProps("simulation.speed")}
      />
    </SimpleGrid>
  );
}
