import { ActionIcon, Button, Group, Input, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ShipmentValues } from "./values.ts";

/** Words of the caller's own. The API knows an entry by its name: so do the faults of its value. */
export function MetadataFields({ form }: { form: UseFormReturnType<ShipmentValues> }) {
  return (
    <Stack gap="xs" role="group" aria-label="Metadata">
      <Input.Description>Names and values that come back with every answer and event.</Input.Description>
      {form.values.metadata.map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name before it is typed
        <Group key={index} wrap="nowrap" align="start" gap="xs">
          <TextInput
            aria-label="Name of the entry"
            placeholder="channel"
            autoComplete="off"
            flex={2}
            {...form.getInputProps(`metadata.${index}.name`)}
          />
          <TextInput
            aria-label="Value of the entry"
            placeholder="web"
            autoComplete="off"
            flex={3}
            {...form.getInputProps(`metadata.${index}.value`)}
            data-path={`metadata.${name}`}
            error={form.errors[`metadata.${name}`]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={5}
            aria-label={`Leave out ${name || "this entry"}`}
            onClick={() => form.removeListItem("metadata", index)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => form.insertListItem("metadata", { name: "", value: "" })}
        >
          Add an entry
        </Button>
      </Group>
    </Stack>
  );
}
