import { Checkbox, Select, SimpleGrid, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { outcomes, undeliverableActions } from "../../../../delivery/shipments/shipment.ts";
import { NumberField } from "../../components/number-field.tsx";
import { inWords } from "../../words.ts";
import { type ShipmentValues, speeds } from "./values.ts";

const actions = undeliverableActions.map((value) => ({ value, label: inWords(value) }));
const outcomeData = outcomes.map((value) => ({ value, label: inWords(value) }));

interface ChoicesProps {
  form: UseFormReturnType<ShipmentValues>;
}

/** What the driver has to bring back from the door, and what happens where nobody opens. */
export function DeliveryChoices({ form }: ChoicesProps) {
  const required = (name: string) =>
    form.getInputProps(`delivery.requirements.${name}`, { type: "checkbox" });
  return (
    <Stack gap="sm">
      <Checkbox label="Signature" {...required("signature")} />
      <Checkbox label="Photo" {...required("photo")} />
      <Checkbox label="PIN that only the recipient knows" {...required("pin")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Minimum age"
          placeholder="None"
          {...form.getInputProps("delivery.requirements.min_age")}
        />
        <Select
          label="If it cannot be delivered"
          data={actions}
          allowDeselect={false}
          {...form.getInputProps("if_undeliverable")}
        />
      </SimpleGrid>
    </Stack>
  );
}

/** Of the sandbox: what the simulated driver is to do. */
export function SimulationChoices({ form }: ChoicesProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Outcome"
        data={outcomeData}
        allowDeselect={false}
        {...form.getInputProps("simulation.outcome")}
      />
      <Select label="Speed" data={speeds} allowDeselect={false} {...form.getInputProps("simulation.speed")} />
    </SimpleGrid>
  );
}
