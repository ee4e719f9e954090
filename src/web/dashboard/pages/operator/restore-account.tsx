import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { patch } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

interface RestoreAccountProps {
  account: OperatorAccountView;
  onClose: () => void;
}

export function RestoreAccount({ account, onClose }: RestoreAccountProps) {
  const form = useForm({ initialValues: {} });
  const restore = useAction(() => patch(`/operator/accounts/${account.id}`, { suspended: false }), {
    changes: operatorChanges,
    success: `${account.name} restored.`,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={`Restore ${account.name}`}>
      <Form
        form={form}
        send={() => restore.mutateAsync(undefined)}
        submit="Restore account"
        onCancel={onClose}
      >
        <Text size="sm">
          The account's keys work again from their next request. Its users can sign in, and sessions that have
          not expired continue.
        </Text>
      </Form>
    </Dialog>
  );
}
