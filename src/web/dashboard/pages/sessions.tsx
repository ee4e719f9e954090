import { Button, Group, Text } from "@mantine/core";
import { IconDevices } from "@tabler/icons-react";
import { useState } from "react";
import type { OwnSessionView } from "../../../access/accounts/schema.ts";
import { remove } from "../api.ts";
import { Confirm } from "../components/confirm.tsx";
import { Empty } from "../components/empty.tsx";
import { ListTable } from "../components/list-table.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { Time, timeInFull } from "../components/time.tsx";
import { useAction, useList } from "../queries.ts";

const changes = ["/auth/sessions", "/audit"];

type Ending = { kind: "one"; session: OwnSessionView } | { kind: "others" };

export function SessionsPage() {
  const sessions = useList<OwnSessionView>("/auth/sessions");
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
          { title: "Where", cell: (session) => <Where session={session} /> },
          { title: "Address", cell: ({ address }) => address ?? "—" },
          { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
          { title: "Last used", cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
          { title: "Ends", cell: ({ expires_at }) => <Time at={expires_at} /> },
          {
            title: "",
            align: "right",
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
            Sessions you start by signing in are listed here.
          </Empty>
        }
      />
      {hasOthers && (
        <Group>
          <Button variant="default" onClick={() => setEnding({ kind: "others" })}>
            End all others…
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
    told: "The session has ended.",
    onDone: onClose,
  });
  return (
    <Confirm
      title="End the session"
      submit="End the session"
      send={() => end.mutateAsync(undefined)}
      onClose={onClose}
    >
      {describe(session)}. Whoever uses it has to sign in again.
    </Confirm>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const end = useAction(() => remove("/auth/sessions"), {
    changes,
    told: "Your other sessions have ended.",
    onDone: onClose,
  });
  return (
    <Confirm
      title="End all others"
      submit="End the others"
      send={() => end.mutateAsync(undefined)}
      onClose={onClose}
    >
      You stay signed in here. Everywhere else you have to sign in again.
    </Confirm>
  );
}

/** `Firefox on Linux at 203.0.113.7, since Jan 3, 2026, 10:30:00 AM`: one is not mistaken for another. */
function describe({ user_agent, address, created_at }: OwnSessionView): string {
  const place = address === null ? "" : ` at ${address}`;
  return `${programOf(user_agent)}${place}, since ${timeInFull(created_at)}`;
}

function Where({ session: { user_agent, current } }: { session: OwnSessionView }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" title={user_agent ?? undefined}>
        {programOf(user_agent)}
      </Text>
      {current && <StatusBadge tone="good">This one</StatusBadge>}
    </Group>
  );
}

const browsers = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//] as const;
const browserNames = ["Edge", "Opera", "Firefox", "Chrome", "Safari"] as const;
const systems = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS X/, /Linux/] as const;
const systemNames = ["Android", "iOS", "Windows", "macOS", "Linux"] as const;

/** `Mozilla/5.0 (X11; Linux …) … Firefox/147.0` → `Firefox on Linux`; programs of another kind as they say. */
function programOf(userAgent: string | null): string {
  if (userAgent === null) return "Unknown program";
  const browser = browserNames[browsers.findIndex((pattern) => pattern.test(userAgent))];
  const system = systemNames[systems.findIndex((pattern) => pattern.test(userAgent))];
  if (browser === undefined) return userAgent.split(" ")[0] ?? userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
