import { Button, Group, Text } from "@mantine/core";
import { IconDevices } from "@tabler/icons-react";
import { useState } from "react";
import { browserName } from "@/access/accounts/mails/program-name.ts";
import type { OwnSessionView } from "@/access/accounts/schema.ts";
import { remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { Empty } from "../../../components/empty.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Time, timeInFull } from "../../../components/time.tsx";
import { useAction, useList } from "../../../queries.ts";

const changes = ["/auth/sessions", "/audit"];

type Ending = { kind: "one"; session: OwnSessionView } | { kind: "others" };

export function Sessions() {
  const sessions = useList("/auth/sessions");
  const [ending, setEnding] = useState<Ending>();
  const close = () => setEnding(undefined);
  const hasOthers = sessions.rows?.some(({ current }) => !current) ?? false;
  return (
    <>
      <ListTable
        list={sessions}
        label="Sessions"
        keyOf={({ id }) => id}
        columns={[
          { title: "Browser", main: true, cell: (session) => <Browser session={session} /> },
          { title: "IP address", cell: ({ address }) => address ?? "—" },
          { title: "Signed in", cell: ({ created_at }) => <Time at={created_at} /> },
          { title: "Last used", cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
          { title: "Expires", cell: ({ expires_at }) => <Time at={expires_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: (session) =>
              !session.current && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`End the session of ${describe(session)}…`}
                  onClick={() => setEnding({ kind: "one", session })}
                >
                  End…
                </Button>
              ),
          },
        ]}
        empty={
          <Empty icon={IconDevices} title="No sessions">
            Your sessions appear here when you sign in.
          </Empty>
        }
      />
      {hasOthers && (
        <Group>
          <Button variant="default" onClick={() => setEnding({ kind: "others" })}>
            End other sessions…
          </Button>
        </Group>
      )}
      {ending?.kind === "one" && <EndSession session={ending.session} onClose={close} />}
      {ending?.kind === "others" && <EndOthers onClose={close} />}
    </>
  );
}

function EndSession({ session, onClose }: { session: OwnSessionView; onClose: () => void }) {
  const end = useAction(() => remove(`/auth/sessions/${session.id}`), {
    changes,
    success: "Session ended.",
    onDone: onClose,
  });
  return (
    <Confirm
      title="End session"
      submit="End session"
      send={() => end.mutateAsync(undefined)}
      onClose={onClose}
    >
      {describe(session)}. Whoever uses it must sign in again.
    </Confirm>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const end = useAction(() => remove("/auth/sessions"), {
    changes,
    success: "Your other sessions have ended.",
    onDone: onClose,
  });
  return (
    <Confirm
      title="End other sessions"
      submit="End other sessions"
      send={() => end.mutateAsync(undefined)}
      onClose={onClose}
    >
      You stay signed in here. You must sign in again everywhere else.
    </Confirm>
  );
}

/** `Firefox on Linux at 203.0.113.7, since Jan 3, 2026, 10:30:00 AM`: no session is mistaken for another. */
function describe({ user_agent, address, created_at }: OwnSessionView): string {
  const place = address === null ? "" : ` at ${address}`;
  return `${browserOf(user_agent)}${place}, since ${timeInFull(created_at)}`;
}

function Browser({ session: { user_agent, current } }: { session: OwnSessionView }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" title={user_agent ?? undefined}>
        {browserOf(user_agent)}
      </Text>
      {current && <StatusBadge tone="good">This session</StatusBadge>}
    </Group>
  );
}

/** Other programs than browsers go by the name they send. */
function browserOf(userAgent: string | null): string {
  if (userAgent === null) return "Unknown program";
  return browserName(userAgent) ?? userAgent.split(" ")[0] ?? userAgent;
}
