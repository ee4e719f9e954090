import { ActionIcon, Code, Group, Input, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { headersMax } from "@/messaging/webhooks/endpoints/headers.ts";
import { PairFields } from "../../components/pair-fields.tsx";
import type { EndpointValues } from "./endpoint-values.ts";

interface HeaderFieldsProps {
  form: UseFormReturnType<EndpointValues>;
  /** Names of the headers that the endpoint has; their values are never shown. */
  names: readonly string[];
}

/** Additional headers of every delivery. */
export function HeaderFields({ form, names }: HeaderFieldsProps) {
  const { custom_headers, removed_headers } = form.values;
  const kept = names.filter((name) => !removed_headers.includes(name));
  return (
    <Stack gap="xs">
      <div>
        <Input.Label component="div">Custom headers</Input.Label>
        <Input.Description>
          For example a token for your gateway. Values are never shown again.
        </Input.Description>
      </div>
      {kept.map((name) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Code>{name}: •••</Code>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove header ${name}`}
            onClick={() => form.setFieldValue("removed_headers", [...removed_headers, name])}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <PairFields
        form={form}
        path="custom_headers"
        pairs={custom_headers}
        what="header"
        add="Add header"
        placeholder={{ name: "authorization", value: "Bearer …" }}
        errorPathOf={(name) => `headers.${name.trim()}`}
        isFull={kept.length + custom_headers.length >= headersMax}
      />
    </Stack>
  );
}
