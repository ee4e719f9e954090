import { ActionIcon, Button, Code, Group, Input, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { headersMax } from "../../../webhooks/headers.ts";
import type { EndpointValues } from "./endpoint-values.ts";

interface HeaderFieldsProps {
  form: UseFormReturnType<EndpointValues>;
  /** Of those that the endpoint has; their values are never shown. */
  names: readonly string[];
}

/** Headers that every delivery carries besides. The API knows a header by its name: so do the fields' faults. */
export function HeaderFields({ form, names }: HeaderFieldsProps) {
  const { own_headers, removed_headers } = form.values;
  const kept = names.filter((name) => !removed_headers.includes(name));
  return (
    <Stack gap="xs">
      <div>
        <Input.Label component="div">Headers of your own</Input.Label>
        <Input.Description>
          For a gateway that wants a token. Nobody sees their values again.
        </Input.Description>
      </div>
      {kept.map((name) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Code>{name}: •••</Code>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove the header ${name}`}
            onClick={() => form.setFieldValue("removed_headers", [...removed_headers, name])}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {own_headers.map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no name before it is typed
        <Group key={index} wrap="nowrap" align="start" gap="xs">
          <TextInput
            aria-label="Name of the header"
            placeholder="authorization"
            autoComplete="off"
            flex={2}
            {...form.getInputProps(`own_headers.${index}.name`)}
          />
          <TextInput
            aria-label="Value of the header"
            placeholder="Bearer …"
            autoComplete="off"
            flex={3}
            {...form.getInputProps(`own_headers.${index}.value`)}
            data-path={`headers.${name.trim()}`}
            error={form.errors[`headers.${name.trim()}`]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={5}
            aria-label={`Leave out ${name || "this header"}`}
            onClick={() => form.removeListItem("own_headers", index)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {kept.length + own_headers.length < headersMax && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => form.insertListItem("own_headers", { name: "", value: "" })}
          >
            Add a header
          </Button>
        </Group>
      )}
    </Stack>
  );
}
