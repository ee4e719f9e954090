import { List, Text } from "@mantine/core";
import type { OperatorAccountView } from "../../../../operator/schema.ts";
import { patch } from "../../api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

interface SuspendAccountProps {
  account: OperatorAccountView;
  onClose: () => void;
}

export function SuspendAccount({ account, onClose }: SuspendAccountProps) {
  const suspend = useAction(() => patch(`/operator/accounts/${account.id}`, { suspended: true }), {
    changes: operatorChanges,
    told: `${account.name} is suspended.`,
    onDone: onClose,
  });
  return (
    <ConfirmByName
      title={`Suspend ${account.name}`}
      name={account.name}
      submit="Suspend the account"
      send={() => suspend.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">From the next request on, in live and in the sandbox:</Text>
      <List size="sm">
        <List.Item>{counted(account.usable_keys, "API key is", "API keys are")} refused</List.Item>
        <List.Item>
          {counted(account.users.length, "person is", "people are")} refused, and cannot sign in
        </List.Item>
        <List.Item>open streams end</List.Item>
      </List>
      <Text size="sm">
        What it began goes on: carriers move its shipments, its webhook endpoints are told, and recipients see
        where the parcel is. Restoring the account gives everything back.
      </Text>
    </ConfirmByName>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
