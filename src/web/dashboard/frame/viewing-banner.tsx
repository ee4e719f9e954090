import { Box, Button, Group, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type { SessionView } from "../../../access/accounts/schema.ts";
import { systemClock } from "../../../infra/clock.ts";
import { get, remove } from "../../browser/api.ts";
import { Notice } from "../components/notice.tsx";
import { timeInFull } from "../components/time.tsx";
import { useEnvironment } from "../environment.ts";
import { useAction } from "../queries.ts";

const recheckMs = 2_000;

/** On every page while the operator looks as an account. */
export function ViewingBanner({ viewing }: { viewing: NonNullable<SessionView["viewing"]> }): ReactNode {
  const environment = useEnvironment();
  const { account_id: id, account_name: name, ends_at } = viewing;
  // A new start: nothing that was read of the account stays.
  const leave = () => location.assign(`/dashboard/${environment}/operator/accounts/${id}`);
  const ending = useAction(() => remove(`/operator/accounts/${id}/view`), { changes: [], onDone: leave });
  // The server decides whether it is over: this machine's clock may be wrong.
  const check = async () => {
    const { viewing: still } = await get("/auth/session");
    if (still) wait(recheckMs);
    else leave();
  };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wait = (ms: number) => {
    timer.current = setTimeout(() => check().catch(() => wait(recheckMs)), Math.max(recheckMs, ms));
  };
  // From its end on the session reads the operator's own account.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer follows the end of the view alone
  useEffect(() => {
    wait(Date.parse(ends_at) - systemClock.now());
    return () => clearTimeout(timer.current);
  }, [ends_at]);
  return (
    <Box mb="lg" className="viewing-banner">
      <Notice tone="warn" role="status">
        <Group justify="space-between" gap="xs">
          <Text inherit className="wrapping">
            You look as <b>{name}</b>, read-only, until {timeInFull(ends_at)}.
            {ending.error && ` ${ending.error.detail}`}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={ending.isPending}
            onClick={() => ending.mutate(undefined)}
          >
            Stop looking
          </Button>
        </Group>
      </Notice>
    </Box>
  );
}
