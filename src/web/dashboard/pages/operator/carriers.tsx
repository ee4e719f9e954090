import { Code, Group, Text } from "@mantine/core";
import { IconTruck } from "@tabler/icons-react";
import type { OperatorCarrierView } from "../../../../operator/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { Identifier } from "../../components/identifier.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useList } from "../../queries.ts";
import { environmentLooks } from "../../theme.ts";

export function CarriersPage() {
  const carriers = useList<OperatorCarrierView>("/operator/carriers");
  return (
    <ListTable
      list={carriers}
      label="Carriers"
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Carrier",
          cell: ({ name }) => (
            <Text size="sm" fw={600}>
              {name}
            </Text>
          ),
        },
        { title: "Code", cell: ({ code }) => <Code>{code}</Code> },
        { title: "Id", cell: ({ id }) => <Identifier id={id} /> },
        { title: "Kind", cell: ({ kind }) => kind },
        {
          title: "Environments",
          cell: ({ environments }) => (
            <Group gap={6} wrap="nowrap">
              {environments.map((environment) => (
                <StatusBadge key={environment} tone={environment === "live" ? "good" : "warn"}>
                  {environmentLooks[environment].word}
                </StatusBadge>
              ))}
            </Group>
          ),
        },
        { title: "Supports changes", cell: ({ can_update }) => (can_update ? "Yes" : "No") },
        { title: "Supports cancellation", cell: ({ can_cancel }) => (can_cancel ? "Yes" : "No") },
      ]}
      empty={
        <Empty icon={IconTruck} title="No carriers">
          No carrier is set up in any environment.
        </Empty>
      }
    />
  );
}
