import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { post } from "../../../browser/api.ts";
import type { TokenFormProps } from "../../components/credential/token-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { useCarrier } from "./use-carrier.ts";

export function CreateToken({ changes, onClose, onCreated }: TokenFormProps) {
  const { path, call } = useCarrier();
  const form = useForm({ initialValues: { name: "" } });
  const create = useAction(
    (input: { name: string }, idempotencyKey) => post(`${path}/tokens`, input, { ...call, idempotencyKey }),
    { changes, onDone: onCreated },
  );
  return (
    <Dialog onClose={onClose} title="Create a token">
      <Form form={form} send={create.mutateAsync} submit="Create token" onCancel={onClose}>
        <TextInput
          label="Name"
          description="The system that uses it"
          placeholder="Dispatch server"
          autoComplete="off"
          {...form.getInputProps("name")}
        />
      </Form>
    </Dialog>
  );
}
