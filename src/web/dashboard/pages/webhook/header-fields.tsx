import { ActionIcon, Code, Group, Input, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { headersMax } from "../../../../messaging/webhooks/endpoints/headers.ts";
import { PairFields } from "../../components/pair-fields.tsx";
import type { EndpointValues } from "./endpoint-values.ts";

interface HeaderFieldsProps {
  form: UseFormReturnType<EndpointValues>;
  /** Of those that the endpoint has; their values are never shown. */
  names: readonly string[];
}

/** Headers that every delivery carries besides. */
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
      <PairFields
        form={form}
        path="own_headers"
        pairs={own_headers}
        what="header"
        add="Add a header"
        placeholder={{ name: "authorization", value: "Bearer …" }}
        faultOf={(name) => `headers.${name.trim()}`}
        isFull={kept.length + own_headers.length >= headersMax}
      />
    </Stack>
  );
}
