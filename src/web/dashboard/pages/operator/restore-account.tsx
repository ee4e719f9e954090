import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OperatorAccountView } from "../../../../operator/schema.ts";
import { patch } from "../../api.ts";
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
    told: `${account.name} is restored.`,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={`Restore ${account.name}`}>
      <Form
        form={form}
        send={() => restore.mutateAsync(undefined)}
        submit="Restore the account"
        onCancel={onClose}
      >
        <Text size="sm">
          Its keys are accepted again from their next request on, and so are its people: sessions that have
          not ended meanwhile go on.
        </Text>
      </Form>
    </Dialog>
  );
}
