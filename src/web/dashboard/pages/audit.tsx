import { Code, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { AuditEntryView } from "../../../access/audit/schema.ts";
import { Empty } from "../components/empty.tsx";
import { Identifier } from "../components/identifier.tsx";
import { ListTable } from "../components/list-table.tsx";
import { Time } from "../components/time.tsx";
import { useList } from "../queries.ts";

export function AuditPage() {
  const entries = useList<AuditEntryView>("/audit");
  return (
    <ListTable
      list={entries}
      label="Audit log"
      keyOf={({ id }) => id}
      columns={[
        { title: "When", cell: ({ at }) => <Time at={at} /> },
        { title: "What", cell: (entry) => <What {...entry} /> },
        { title: "Of", cell: ({ target }) => target.name ?? <Identifier id={target.id} /> },
        {
          title: "By",
          cell: ({ actor }) => byWhom(actor),
        },
        { title: "From", cell: ({ address }) => address ?? "—" },
        {
          title: "Request",
          cell: ({ request_id }) => (request_id ? <Identifier id={request_id} /> : "—"),
        },
      ]}
      empty={
        <Empty icon={IconHistory} title="Nothing was changed yet">
          Waybill records changes to keys, webhook endpoints, sessions and passwords here.
        </Empty>
      }
    />
  );
}

function What({ action, details }: AuditEntryView) {
  return (
    <>
      <Code>{action}</Code>
      {details.changed && (
        <Text size="xs" c="dimmed">
          {details.changed.join(", ")}
        </Text>
      )}
    </>
  );
}

function byWhom({ kind, email, key }: AuditEntryView["actor"]): string {
  if (key) return `API key ${key.prefix}…${key.last4}`;
  return email ?? (kind === "unknown" ? "Unknown, wrong password" : "The operator");
}
