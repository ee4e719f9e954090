import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { patch } from "../../../browser/api.ts";
import { Confirm } from "../../components/confirm.tsx";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

/** Whether the account's recipients may get emails from this installation's address. */
export function RecipientMail({ account }: { account: OperatorAccountView }) {
  const { recipient_mail: isWanted, recipient_mail_allowed: isAllowed } = account;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const change = useAction(
    () => patch(`/operator/accounts/${account.id}`, { recipient_mail_allowed: !isAllowed }),
    {
      changes: operatorChanges,
      success: `Emails ${isAllowed ? "forbidden" : "allowed"} for ${account.name}.`,
      onDone: close,
    },
  );
  const send = () => change.mutateAsync(undefined);
  return (
    <Group gap="xs">
      <Text size="sm">
        {isAllowed ? "Allowed" : "Not allowed"}, {isWanted ? "switched on" : "switched off"} by the account
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => setIsAsking(true)}>
        {isAllowed ? "Forbid…" : "Allow…"}
      </Button>
      {isAsking && isAllowed && (
        <Confirm title="Forbid emails to recipients" submit="Forbid emails" send={send} onClose={close}>
          Emails that wait are not sent either. The account's owners can see that you forbid them.
        </Confirm>
      )}
      {isAsking && !isAllowed && (
        <Confirm title="Allow emails to recipients" submit="Allow emails" send={send} onClose={close}>
          Emails to recipients of {account.name} then come from your SMTP server and address. Their texts are
          fixed, but the sender's name is chosen by the account. Allow it for accounts that you trust.
        </Confirm>
      )}
    </Group>
  );
}
