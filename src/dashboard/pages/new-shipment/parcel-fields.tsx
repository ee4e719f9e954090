import { ActionIcon, Button, Group, NumberInput, Stack, TextInput, Tooltip } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { emptyParcel, type ShipmentValues } from "./values.ts";

const measures = [
  { name: "quantity", label: "Quantity", isRequired: false },
  { name: "weight_grams", label: "Weight (g)", isRequired: true },
  { name: "length_mm", label: "Length (mm)", isRequired: false },
  { name: "width_mm", label: "Width (mm)", isRequired: false },
  { name: "height_mm", label: "Height (mm)", isRequired: false },
] as const;

/** What is carried, a line for each. */
export function ParcelFields({ form }: { form: UseFormReturnType<ShipmentValues> }) {
  const { parcels } = form.values;
  return (
    <Stack>
      {parcels.map((_parcel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the form is its place in the request
        <Group key={index} role="group" aria-label={`Parcel ${index + 1}`} align="start" gap="sm">
          <TextInput
            label="What it is"
            autoComplete="off"
            className="filter-wide"
            {...form.getInputProps(`parcels.${index}.description`)}
          />
          {measures.map(({ name, label, isRequired }) => (
            <NumberInput
              key={name}
              label={label}
              required={isRequired}
              min={0}
              hideControls
              className="filter-number"
              {...form.getInputProps(`parcels.${index}.${name}`)}
            />
          ))}
          {parcels.length > 1 && (
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
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem("parcels", emptyParcel)}
        >
          Add a parcel
        </Button>
      </Group>
    </Stack>
  );
}
