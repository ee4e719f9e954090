import { Code, Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAction } from "../../queries.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "../form.tsx";
import { type Credential, type CredentialPlace, shortForm } from "./credential.ts";

const periods = [
  { value: "0", label: "Immediately" },
  { value: "3600", label: "In an hour" },
  { value: "86400", label: "In a day" },
  { value: "604800", label: "In a week" },
];

interface RotateCredentialProps<T> {
  credential: Credential;
  place: CredentialPlace<T>;
  onClose: () => void;
  onRotated: (successor: T) => void;
}

/** Creates a successor. The old credential works until its grace period ends. */
export function RotateCredential<T>({ credential, place, onClose, onRotated }: RotateCredentialProps<T>) {
  const { name, id } = credential;
  const { word, changes } = place;
  const form = useForm({ mode: "uncontrolled", initialValues: { grace_period_seconds: "86400" } });
  const rotate = useAction(
    (graceSeconds: number, idempotencyKey) => place.rotate(id, graceSeconds, idempotencyKey),
    { changes, onDone: onRotated },
  );
  return (
    <Dialog onClose={onClose} title={`Rotate ${name}`}>
      <Form
        form={form}
        send={({ grace_period_seconds }) => rotate.mutateAsync(Number(grace_period_seconds))}
        submit={`Rotate ${word}`}
        onCancel={onClose}
      >
        <Text size="sm">
          Waybill creates a new {word} with the same name and permissions as{" "}
          <Code>{shortForm(credential)}</Code>. Both work until the old {word} expires.
        </Text>
        <Select
          label={`Old ${word} expires`}
          data={periods}
          allowDeselect={false}
          {...form.getInputProps("grace_period_seconds")}
        />
      </Form>
    </Dialog>
  );
}
