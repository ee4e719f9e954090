import { Button, Group, Text } from "@mantine/core";
import { IconDevices } from "@tabler/icons-react";
import type { OwnSessionView } from "../../accounts/schema.ts";
import { remove } from "../api.ts";
import { Empty } from "../components/empty.tsx";
import { ListTable } from "../components/list-table.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { Time } from "../components/time.tsx";
import { useAction, useList } from "../queries.ts";

export function SessionsPage() {
  const sessions = useList<OwnSessionView>("/auth/sessions");
  return (
    <ListTable
      list={sessions}
      label="Sessions"
      keyOf={({ id }) => id}
      columns={[
        { title: "Where", cell: (session) => <Where session={session} /> },
        { title: "Address", cell: ({ address }) => address ?? "—" },
        { title: "Last used", cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
        { title: "Ends", cell: ({ expires_at }) => <Time at={expires_at} /> },
        { title: "", align: "right", cell: (session) => <EndButton session={session} /> },
      ]}
      empty={
        <Empty icon={IconDevices} title="No sessions">
          Sessions you start by signing in are listed here.
        </Empty>
      }
    />
  );
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

function EndButton({ session: { id, current, user_agent, address } }: { session: OwnSessionView }) {
  const end = useAction(() => remove(`/auth/sessions/${id}`), {
    changes: ["/auth/sessions", "/audit"],
    told: "The session has ended.",
  });
  if (current) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={end.isPending}
      aria-label={`End the session of ${programOf(user_agent)} at ${address ?? "no address"}`}
      onClick={() => end.mutate(undefined)}
    >
      End
    </Button>
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
