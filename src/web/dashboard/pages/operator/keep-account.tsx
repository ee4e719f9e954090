import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { OperatorAccountView } from "@/operator/schema.ts";
import { remove } from "../../../browser/api.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { useAction } from "../../queries.ts";
import { operatorChanges } from "./changes.ts";

/** Takes the deletion back. */
export function KeepAccount({ account: { id, name } }: { account: OperatorAccountView }) {
  const keep = useAction((_: undefined) => remove(`/operator/accounts/${id}/deletion`), {
    changes: operatorChanges,
    success: `${name} stays.`,
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} />}
        loading={keep.isPending}
        onClick={() => keep.mutate(undefined)}
      >
        Keep the account
      </Button>
      <ActionProblem problem={keep.error} />
    </>
  );
}
