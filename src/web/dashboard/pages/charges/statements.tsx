import { Stack } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { StatementLineView } from "@/delivery/orders/statements/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { shortId } from "../../components/identifier.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, statementFilters } from "../../filters.ts";
import { currentMonth } from "../../months.ts";
import { useList, useRead } from "../../queries.ts";
import { MonthBar, NoTax, NotOverYet } from "./month.tsx";
import { partColumns, totalColumn } from "./sums.ts";
import { ChargeTabs } from "./tabs.tsx";

const readFilters = filtersOf(statementFilters);
const route = getRouteApi("/$environment/charges/statements");

/** What the account owes the installation, by month. */
export function StatementsPage() {
  const environment = useEnvironment();
  const { order_form_id: formId } = readFilters(route.useSearch());
  return (
    <Page
      title="Charges"
      lead={`What ${formId === undefined ? "you owe this installation" : "the customer of an order form ordered"} for a month, in each currency.`}
    >
      <ChargeTabs />
      {environment === "live" || formId !== undefined ? (
        <Statement />
      ) : (
        <Empty icon={IconReceipt} title="No statements in the sandbox">
          Charges of the sandbox are not billed. Switch to Live for your statements.
        </Empty>
      )}
    </Page>
  );
}

function Statement() {
  const environment = useEnvironment();
  const { month = currentMonth(), ...whose } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const path = `/platform/statements/${month}` as const;
  // Each page of lines has the same totals.
  const statement = useRead(path, { environment, query: { ...whose, limit: 1 } });
  const lines = useList(path, { environment, query: { ...whose, limit: undefined } });
  return (
    <Stack>
      <MonthBar
        month={month}
        onChange={(to) => void navigate({ search: { ...whose, month: to } })}
        path={path}
        fileName="statement"
        isOver={statement.data?.complete}
        environment={environment}
        query={whose}
      >
        <ToPrint to="/$environment/print/statement" params={{ environment }} search={{ ...whose, month }}>
          Print
        </ToPrint>
      </MonthBar>
      {statement.data?.complete === false && <NotOverYet />}
      {statement.data && statement.data.totals.length > 0 && (
        <Section title="Totals">
          <ShortTable
            label="Totals"
            rows={statement.data.totals}
            keyOf={({ currency }) => currency}
            columns={[
              { title: "Currency", main: true, cell: ({ currency }) => currency },
              ...partColumns,
              totalColumn,
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
        ]}
        empty={
          <Empty icon={IconReceipt} title="Nothing to pay">
            You had no charges of this installation in this month. What your own carriers delivered is under
            Charges.
          </Empty>
        }
      />
      <NoTax />
    </Stack>
  );
}
