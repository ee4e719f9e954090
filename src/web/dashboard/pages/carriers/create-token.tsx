import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { TokenWithSecretView } from "@/access/tokens/schema.ts";
import { post } from "../../../browser/api.ts";
import type { TokenFormProps } from "../../components/credential/token-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";

export function CreateToken({ place: { path, call, changes }, onClose, onCreated }: TokenFormProps) {
  const form = useForm({ initialValues: { name: "" } });
  const create = useAction(
    (input: { name: string }, idempotencyKey) =>
      post<TokenWithSecretView>(path, input, { ...call, idempotencyKey }),
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
