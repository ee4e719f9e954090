import { List, Text } from "@mantine/core";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { patch } from "../../../browser/api.ts";
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
    success: `${account.name} suspended.`,
    onDone: onClose,
  });
  return (
    <ConfirmByName
      title={`Suspend ${account.name}`}
      name={account.name}
      submit="Suspend account"
      send={() => suspend.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">From the next request, in live and sandbox:</Text>
      <List size="sm">
        <List.Item>{counted(account.usable_keys, "API key stops", "API keys stop")} working</List.Item>
        <List.Item>
          {counted(account.users.length, "user is", "users are")} signed out and cannot sign in
        </List.Item>
        <List.Item>Open streams end</List.Item>
      </List>
      <Text size="sm">
        Shipments that are under way continue, with their webhooks and tracking pages. You can restore the
        account at any time.
      </Text>
    </ConfirmByName>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
