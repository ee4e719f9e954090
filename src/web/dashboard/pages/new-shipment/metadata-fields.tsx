import { Input, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PairFields } from "../../components/pair-fields.tsx";
import type { ShipmentValues } from "./values.ts";

export function MetadataFields({ form }: { form: UseFormReturnType<ShipmentValues> }) {
  return (
    <Stack gap="xs" role="group" aria-label="Metadata">
      <Input.Description>Names and values that come back with every answer and event.</Input.Description>
      <PairFields
        form={form}
        path="metadata"
        pairs={form.values.metadata}
        what="entry"
        add="Add an entry"
        placeholder={{ name: "channel", value: "web" }}
        faultOf={(name) => `metadata.${name}`}
      />
    </Stack>
  );
}
