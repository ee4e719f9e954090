import { Button, Group } from "@mantine/core";
import { IconDownload, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { getCsv, type Query } from "../../../browser/api.ts";
import { BulkActions } from "../../components/bulk/bulk-actions.tsx";
import { ColumnsMenu, useColumns } from "../../components/columns-menu.tsx";
import { ListTable, type Order } from "../../components/list-table.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { filtersOf, printedDayFilters } from "../../filters.ts";
import { nameOfShipment } from "../../format.ts";
import { type List, useAction } from "../../queries.ts";
import { saveCsv } from "../../save-file.ts";
import { columnsOf, createdTitle, hiddenAtFirst } from "./columns.tsx";

const path = "/platform/shipments";

interface ShipmentsTableProps {
  environment: Environment;
  list: List<ListedShipmentView>;
  /** Filters and order. */
  query: Query;
  showCarrier(id: string): void;
  order: Omit<Order, "column">;
  empty: ReactNode;
}

/** The shipments with what can be done to many of them, and the list as a file. */
export function ShipmentsTable({ environment, list, query, showCarrier, order, empty }: ShipmentsTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => columnsOf(showCarrier), [showCarrier]);
  const { shown, choices, toggle } = useColumns("shipments", all, hiddenAtFirst);
  const download = useAction((_: undefined) => getCsv(path, { environment, query }), {
    changes: [],
    onDone: (text) => saveCsv(`waybill-shipments-${environment}.csv`, text),
  });
  const selection = list.rows?.filter(({ id }) => chosen.has(id)) ?? [];
  const OrderIcon = order.isDescending ? IconSortDescending : IconSortAscending;
  const printed = filtersOf(printedDayFilters)(query);
  const isEmpty = list.rows?.length === 0;
  return (
    <>
      <ActionProblem problem={download.error} />
      {!isEmpty && (
        <Group gap="xs" justify="end">
          <Group gap="xs" mr="auto">
            <BulkActions
              place={{ environment, changes: [path] }}
              selection={selection}
              keep={(ids) => setChosen(new Set(ids))}
            />
          </Group>
          <Group gap="xs" justify="end">
            <Button variant="default" size="xs" leftSection={<OrderIcon size={16} />} onClick={order.turn}>
              {order.isDescending ? "Newest first" : "Oldest first"}
            </Button>
            <ToPrint to="/$environment/print/day" params={{ environment }} search={printed} size="xs">
              Print a day
            </ToPrint>
            <ColumnsMenu choices={choices} toggle={toggle} />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} />}
              loading={download.isPending}
              onClick={() => download.mutate(undefined)}
            >
              Download CSV
            </Button>
          </Group>
        </Group>
      )}
      <ListTable
        list={list}
        label="Shipments"
        keyOf={keyOf}
        columns={shown}
        selection={{ chosen, onChange: setChosen, labelOf: nameOfShipment }}
        order={{ ...order, column: createdTitle }}
        empty={empty}
      />
    </>
  );
}

const keyOf = ({ id }: ListedShipmentView) => id;
