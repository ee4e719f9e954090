import { Code, Text } from "@mantine/core";
import { IconTruck } from "@tabler/icons-react";
import type { OperatorCarrier } from "../../../../delivery/carriers/setup/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { Identifier } from "../../components/identifier.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { useEnvironment } from "../../environment.ts";
import { useList } from "../../queries.ts";
import { environmentLooks } from "../../theme.ts";

export function CarriersPage() {
  const environment = useEnvironment();
  const carriers = useList<OperatorCarrier>("/operator/carriers", { query: { environment } });
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
        { title: "Status", cell: ({ status }) => status },
        {
          title: "Supports changes",
          cell: ({ capabilities }) => (capabilities.includes("update") ? "Yes" : "No"),
        },
        {
          title: "Supports cancellation",
          cell: ({ capabilities }) => (capabilities.includes("cancel") ? "Yes" : "No"),
        },
      ]}
      empty={
        <Empty icon={IconTruck} title="No carriers">
          {`No carrier is set up for ${environmentLooks[environment].word.toLowerCase()}.`}
        </Empty>
      }
    />
  );
}
