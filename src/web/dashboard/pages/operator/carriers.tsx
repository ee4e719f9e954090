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
        { title: "Reached by", cell: ({ kind }) => kind },
        {
          title: "Makes offers in",
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
        { title: "Can be changed", cell: ({ can_update }) => (can_update ? "Yes" : "No") },
        { title: "Can be cancelled", cell: ({ can_cancel }) => (can_cancel ? "Yes" : "No") },
      ]}
      empty={
        <Empty icon={IconTruck} title="No carriers">
          None makes offers in any environment.
        </Empty>
      }
    />
  );
}
