import { IconReceipt } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { Empty } from "../../components/empty.tsx";
import { Page } from "../../components/page.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, statementFilters } from "../../filters.ts";
import { currentMonth } from "../../months.ts";
import { MonthStatement } from "./month-statement.tsx";
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
  const { month = currentMonth(), ...query } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <MonthStatement
      month={month}
      onChange={(to) => void navigate({ search: { ...query, month: to } })}
      query={query}
      fileName="statement"
      actions={
        <ToPrint to="/$environment/print/statement" params={{ environment }} search={{ ...query, month }}>
          Print
        </ToPrint>
      }
      empty={
        <Empty icon={IconReceipt} title="Nothing to pay">
          You had no charges of this installation in this month. What your own carriers delivered is under
          Charges.
        </Empty>
      }
    />
  );
}
