import { Anchor, Group, Stack } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { StatementLineView } from "@/delivery/orders/statements/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { shortId } from "../../components/identifier.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import { type Column, ListTable, wholeList } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { filtersOf, statementFilters } from "../../filters.ts";
import { formatMoney } from "../../format.ts";
import { currentMonth } from "../../months.ts";
import { useList, useRead } from "../../queries.ts";
import { MonthBar, NoTax, NotOverYet } from "../charges/month.tsx";
import { partColumns, totalColumn } from "../charges/sums.ts";
import { useOrderForm } from "./use-form.ts";

const readFilters = filtersOf(statementFilters);
const route = getRouteApi("/$environment/order-forms/$formId/statement");

/** The markup on it is the customer's. */
const customerColumn: Column<Pick<StatementLineView, "currency" | "customer_total">> = {
  title: "Customer pays",
  align: "right",
  cell: ({ currency, customer_total: amount }) => (amount == null ? "—" : formatMoney({ amount, currency })),
};

/** What was charged for the orders of a form in a month, and what its customer pays for them. */
export function FormStatementPage() {
  const { environment, formId, data: form } = useOrderForm();
  const { month = currentMonth() } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const path = `/platform/statements/${month}` as const;
  const query = { order_form_id: formId };
  // Each page of lines has the same totals.
  const statement = useRead(path, { environment, query: { ...query, limit: 1 } });
  const lines = useList(path, { environment, query });
  const totals = statement.data?.totals ?? [];
  if (!form) return null;
  return (
    <Stack>
      <MonthBar
        month={month}
        onChange={(to) => void navigate({ search: { month: to } })}
        path={path}
        query={query}
        fileName={`statement-${form.customer.number ?? formId.slice(-6)}`}
        isOver={statement.data?.complete}
        environment={environment}
      />
      <Group>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/$environment/charges" params={{ environment }} search={query} {...props} />
          )}
        >
          All charges of this form
        </Anchor>
      </Group>
      {statement.data?.complete === false && <NotOverYet />}
      {totals.length > 0 && (
        <Section title="Totals">
          <ShortTable
            label="Totals"
            rows={totals}
            keyOf={({ currency }) => currency}
            columns={[
              { title: "Currency", main: true, cell: ({ currency }) => currency },
              ...partColumns,
              totalColumn,
              customerColumn,
            ]}
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
          ...partColumns,
          totalColumn,
          customerColumn,
        ]}
        empty={
          <Empty icon={IconReceipt} title="No charges">
            Nothing was charged for orders of this form in this month.
          </Empty>
        }
      />
      <NoTax />
    </Stack>
  );
}
