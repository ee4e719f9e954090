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
  { value: "0", label: "At once" },
  { value: "3600", label: "In an hour" },
  { value: "86400", label: "In a day" },
  { value: "604800", label: "In a week" },
];

interface ReplaceKeyProps {
  apiKey: KeyView;
  onClose: () => void;
  onIssued: (key: KeyWithSecretView) => void;
}

export function ReplaceKey({ apiKey, onClose, onIssued }: ReplaceKeyProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { grace_period_seconds: "86400" } });
  const client = useQueryClient();
  const replace = useAction(
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
        onIssued(key);
      },
    },
  );
  return (
    <Dialog onClose={onClose} title={`Replace ${apiKey.name}`}>
      <Form
        form={form}
        send={({ grace_period_seconds }) => replace.mutateAsync(Number(grace_period_seconds))}
        submit="Replace the key"
        onCancel={onClose}
      >
        <Text size="sm">
          A new key takes the place of <Code>{`${apiKey.prefix}…${apiKey.last4}`}</Code>: the same name, the
          same permissions, another secret. Both are valid until the old one ends.
        </Text>
        <Select
          label="The old key ends"
          data={periods}
          allowDeselect={false}
          {...form.getInputProps("grace_period_seconds")}
        />
      </Form>
    </Dialog>
  );
}
