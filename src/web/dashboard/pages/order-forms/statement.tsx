import { Anchor, Group } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Empty } from "../../components/empty.tsx";
import type { Column } from "../../components/list-table.tsx";
import { filtersOf, statementFilters } from "../../filters.ts";
import { formatMoney } from "../../format.ts";
import { currentMonth } from "../../months.ts";
import { MonthStatement } from "../charges/month-statement.tsx";
import type { Sums } from "../charges/sums.ts";
import { useOrderForm } from "./use-form.ts";

const readFilters = filtersOf(statementFilters);
const route = getRouteApi("/$environment/order-forms/$formId/statement");

/** The markup on it is the customer's. */
const customerColumn: Column<Sums> = {
  title: "Customer pays",
  align: "right",
  cell: ({ currency, customer_total: amount }) => (amount == null ? "—" : formatMoney({ amount, currency })),
};

/** What was charged for the orders of a form in a month, and what its customer pays for them. */
export function FormStatementPage() {
  const { environment, formId, data: form } = useOrderForm();
  const { month = currentMonth() } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const query = { order_form_id: formId };
  if (!form) return null;
  return (
    <MonthStatement
      month={month}
      onChange={(to) => void navigate({ search: { month: to } })}
      query={query}
      fileName={`statement-${form.customer.number ?? formId.slice(-6)}`}
      columns={[customerColumn]}
      empty={
        <Empty icon={IconReceipt} title="No charges">
          Nothing was charged for orders of this form in this month.
        </Empty>
      }
    >
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
    </MonthStatement>
  );
}
