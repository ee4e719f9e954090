import { Input, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PairFields } from "../../../components/pair-fields.tsx";
import type { ShipmentValues } from "./values.ts";

export function MetadataFields({ form }: { form: UseFormReturnType<ShipmentValues> }) {
  return (
    <Stack gap="xs" role="group" aria-label="Metadata">
      <Input.Description>
        Your own names and values. Every response and event includes them.
      </Input.Description>
      <PairFields
        form={form}
        path="metadata"
        pairs={form.values.metadata}
        what="entry"
        add="Add entry"
        placeholder={{ name: "channel", value: "web" }}
        errorPathOf={(name) => `metadata.${name}`}
      />
    </Stack>
  );
}
