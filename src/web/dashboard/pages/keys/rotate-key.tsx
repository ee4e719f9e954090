import { Code, Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { KeyView, KeyWithSecretView } from "../../../../access/keys/schema.ts";
import { post } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { forgetIfFirst } from "../../first-key.ts";
import { useAction } from "../../queries.ts";
import { keyChanges } from "./changes.ts";

const periods = [
  { value: "0", label: "Immediately" },
  { value: "3600", label: "In an hour" },
  { value: "86400", label: "In a day" },
  { value: "604800", label: "In a week" },
];

interface RotateKeyProps {
  apiKey: KeyView;
  onClose: () => void;
  onCreated: (key: KeyWithSecretView) => void;
}

export function RotateKey({ apiKey, onClose, onCreated }: RotateKeyProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { grace_period_seconds: "86400" } });
  const client = useQueryClient();
  const rotate = useAction(
    (graceSeconds: number, idempotencyKey) =>
      post<KeyWithSecretView>(
        `/keys/${apiKey.id}/rotation`,
        { grace_period_seconds: graceSeconds },
        { idempotencyKey },
      ),
    {
      changes: keyChanges,
      onDone: (key) => {
        forgetIfFirst(client, apiKey.id);
        onCreated(key);
      },
    },
  );
  return (
    <Dialog onClose={onClose} title={`Rotate ${apiKey.name}`}>
      <Form
        form={form}
        send={({ grace_period_seconds }) => rotate.mutateAsync(Number(grace_period_seconds))}
        submit="Rotate key"
        onCancel={onClose}
      >
        <Text size="sm">
          Waybill creates a new key with the same name and permissions as{" "}
          <Code>{`${apiKey.prefix}…${apiKey.last4}`}</Code>. Both work until the old key expires.
        </Text>
        <Select
          label="Old key expires"
          data={periods}
          allowDeselect={false}
          {...form.getInputProps("grace_period_seconds")}
        />
      </Form>
    </Dialog>
  );
}
