import { Code } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { AuditEntryView } from "../../audit/schema.ts";
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
        { title: "What", cell: ({ action }) => <Code>{action}</Code> },
        { title: "Of", cell: ({ target }) => target.name ?? <Identifier id={target.id} /> },
        {
          title: "By",
          cell: ({ actor }) =>
            actor.email ?? (actor.kind === "unknown" ? "Unknown, wrong password" : "A command on the server"),
        },
        { title: "From", cell: ({ address }) => address ?? "—" },
        {
          title: "Request",
          cell: ({ request_id }) => (request_id ? <Identifier id={request_id} /> : "—"),
        },
      ]}
      empty={
        <Empty icon={IconHistory} title="Nothing was changed yet">
          Keys, sessions and passwords: whatever changes in the account is written down here.
        </Empty>
      }
    />
  );
}
