import { Code, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { AuditEntryView } from "@/access/audit/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { Identifier } from "../../components/identifier.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Time } from "../../components/time.tsx";
import { useList } from "../../queries.ts";

export function AuditPage() {
  const entries = useList("/audit");
  return (
    <ListTable
      list={entries}
      label="Audit log"
      keyOf={({ id }) => id}
      columns={[
        { title: "Time", cell: ({ at }) => <Time at={at} /> },
        { title: "Action", main: true, cell: (entry) => <Action {...entry} /> },
        { title: "Object", cell: ({ target }) => target.name ?? <Identifier id={target.id} /> },
        { title: "Actor", cell: (entry) => <Actor {...entry} /> },
        {
          title: "Request",
          cell: ({ request_id }) => (request_id ? <Identifier id={request_id} /> : "—"),
        },
      ]}
      empty={
        <Empty icon={IconHistory} title="No entries yet">
          Waybill records changes to people, keys, carriers, webhook endpoints, sessions and passwords here.
        </Empty>
      }
    />
  );
}

function Action({ action, details }: AuditEntryView) {
  const { role, previous_role: before } = details;
  const words = details.changed ?? details.reported ?? (role && [before ? `${before} → ${role}` : role]);
  return (
    <>
      <Code>{action}</Code>
      {words && (
        <Text size="xs" c="dimmed">
          {words.join(", ")}
        </Text>
      )}
    </>
  );
}

/** Who, and from where. */
function Actor({ actor, address }: AuditEntryView) {
  return (
    <>
      {actorLabel(actor)}
      {address && (
        <Text size="xs" c="dimmed">
          {address}
        </Text>
      )}
    </>
  );
}

function actorLabel({ kind, email, key }: AuditEntryView["actor"]): string {
  if (key) return `API key ${key.prefix}…${key.last4}`;
  return email ?? (kind === "unknown" ? "Unknown (failed sign-in)" : "Operator");
}
