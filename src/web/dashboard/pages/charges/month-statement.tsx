import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { StatementLineView } from "@/delivery/orders/statements/schema.ts";
import { shortId } from "../../components/identifier.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import { type Column, ListTable, wholeList } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { useEnvironment } from "../../environment.ts";
import { useList, useRead } from "../../queries.ts";
import { MonthBar, NoTax, NotOverYet } from "./month.tsx";
import { partColumns, type Sums, totalColumn } from "./sums.ts";

interface MonthStatementProps {
  month: string;
  onChange: (month: string) => void;
  /** Which part of the account's statement. */
  query: { order_form_id?: string };
  /** Of the file, before its month. */
  fileName: string;
  /** After the total, of sums and of shipments. */
  columns?: readonly Column<Sums>[];
  /** More that can be done with it. */
  actions?: ReactNode;
  empty: ReactNode;
  /** Below the month. */
  children?: ReactNode;
}

/** The account's statement of a month: its totals, and a line for each shipment. */
export function MonthStatement({
  month,
  onChange,
  query,
  fileName,
  columns = [],
  actions,
  empty,
  children,
}: MonthStatementProps) {
  const environment = useEnvironment();
  const path = `/platform/statements/${month}` as const;
  // Each page of lines has the same totals.
  const statement = useRead(path, { environment, query: { ...query, limit: 1 } });
  const lines = useList(path, { environment, query: { ...query, limit: undefined } });
  const totals = statement.data?.totals ?? [];
  const sums = [...partColumns, totalColumn, ...columns];
  return (
    <Stack>
      <MonthBar
        month={month}
        onChange={onChange}
        path={path}
        fileName={fileName}
        isOver={statement.data?.complete}
        environment={environment}
        query={query}
      >
        {actions}
      </MonthBar>
      {children}
      {statement.data?.complete === false && <NotOverYet />}
      {totals.length > 0 && (
        <Section title="Totals">
          <ShortTable
            label="Totals"
            rows={totals}
            keyOf={({ currency }) => currency}
            columns={[{ title: "Currency", main: true, cell: ({ currency }) => currency }, ...sums]}
          />
        </Section>
      )}
      <ListTable
        list={statement.data ? lines : wholeList<StatementLineView>(undefined, statement.error)}
        label="Shipments"
        keyOf={({ shipment_id, carrier, currency }) => `${shipment_id} ${carrier.id} ${currency}`}
        columns={[
          {
            title: "Shipment",
            main: true,
            cell: ({ shipment_id, reference, tracking_number }) => (
              <ShipmentLink environment={environment} id={shipment_id} fz="sm">
                {reference ?? tracking_number ?? shortId(shipment_id)}
              </ShipmentLink>
            ),
          },
          { title: "Carrier", cell: ({ carrier }) => carrier.name },
          ...sums,
        ]}
        empty={empty}
      />
      <NoTax />
    </Stack>
  );
}
