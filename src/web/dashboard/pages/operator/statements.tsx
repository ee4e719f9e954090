import { Stack, Text } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type {
  OperatorStatementLineView,
  OperatorStatementView,
} from "@/delivery/orders/statements/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { filtersOf, statementFilters } from "../../filters.ts";
import { currentMonth } from "../../months.ts";
import { useList, useRead } from "../../queries.ts";
import { MonthBar, NoTax, NotOverYet } from "../charges/month.tsx";
import { amountColumn, partColumns, totalColumn } from "../charges/sums.ts";
import { AccountLink } from "./account-link.tsx";

const readFilters = filtersOf(statementFilters);
const route = getRouteApi("/$environment/operator/tabs/statements");

type Total = OperatorStatementView["totals"][number];

/** What is left comes first: the other amounts explain it. */
const columns = [
  totalColumn,
  amountColumn<Total>("Cost", ({ cost }) => cost),
  amountColumn<Total>("Margin", ({ margin }) => margin),
  ...partColumns,
];

/** What all accounts owe for a month, and what is left of it. */
export function StatementsPage() {
  const { month = currentMonth() } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const path = `/operator/statements/${month}` as const;
  // Each page of lines has the same totals.
  const statement = useRead(path, { query: { limit: 1 } });
  const lines = useList(path);
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        What accounts owe for live deliveries of your carriers, what the carriers take of it, and your margin.
        Set margins in the settings of a carrier.
      </Text>
      <MonthBar
        month={month}
        onChange={(to) => void navigate({ search: { month: to } })}
        path={path}
        fileName="accounts-statement"
        isOver={statement.data?.complete}
      />
      {statement.data?.complete === false && <NotOverYet />}
      {statement.data && statement.data.totals.length > 0 && (
        <Section title="Totals">
          <ShortTable
            label="Totals"
            rows={statement.data.totals}
            keyOf={({ currency }) => currency}
            columns={[{ title: "Currency", main: true, cell: ({ currency }) => currency }, ...columns]}
          />
        </Section>
      )}
      <ListTable
        list={statement.data ? lines : wholeList<OperatorStatementLineView>(undefined, statement.error)}
        label="Accounts and carriers"
        keyOf={({ account, carrier, currency }) => `${account.id} ${carrier.id} ${currency}`}
        columns={[
          { title: "Account", main: true, cell: ({ account }) => <AccountLink {...account} /> },
          { title: "Carrier", cell: ({ carrier }) => carrier.name },
          ...columns,
        ]}
        empty={
          <Empty icon={IconReceipt} title="No charges in this month">
            Accounts pay for live deliveries of carriers that you set up.
          </Empty>
        }
      />
      <NoTax />
    </Stack>
  );
}
