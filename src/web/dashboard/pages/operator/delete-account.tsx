import { Text } from "@mantine/core";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { post } from "../../../browser/api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { timeInFull } from "../../components/time.tsx";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

interface DeleteAccountProps {
  account: OperatorAccountView;
  onClose: () => void;
}

export function DeleteAccount({ account, onClose }: DeleteAccountProps) {
  const close = useAction((_: undefined) => post(`/operator/accounts/${account.id}/deletion`), {
    changes: operatorChanges,
    success: ({ due_at }) => `${account.name} will be deleted on ${timeInFull(due_at)}.`,
    onDone: onClose,
  });
  return (
    <ConfirmByName
      title={`Delete ${account.name}`}
      name={account.name}
      submit="Delete account"
      send={() => close.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        The account closes at once: its API keys, carriers and drivers are refused. After a waiting time
        Waybill deletes all its shipments, events, keys, pictures and people. Until then its people can sign
        in and download the data, and you and its owners can keep it.
      </Text>
    </ConfirmByName>
  );
}
