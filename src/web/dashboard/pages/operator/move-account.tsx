import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { patch } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

interface MoveAccountProps {
  account: OperatorAccountView;
  tiers: readonly string[];
  onClose: () => void;
}

export function MoveAccount({ account, tiers, onClose }: MoveAccountProps) {
  const form = useForm({ initialValues: { tier: account.tier } });
  const move = useAction((change: { tier: string }) => patch(`/operator/accounts/${account.id}`, change), {
    changes: operatorChanges,
    success: ({ tier }) => `${account.name} moved to the ${tier} tier.`,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={`Move ${account.name}`}>
      <Form
        form={form}
        send={move.mutateAsync}
        submit="Move account"
        isDisabled={form.values.tier === account.tier}
        onCancel={onClose}
      >
        <Text size="sm">The tier's limits apply from the account's next request.</Text>
        <Select label="Tier" data={tiers} allowDeselect={false} {...form.getInputProps("tier")} />
      </Form>
    </Dialog>
  );
}
