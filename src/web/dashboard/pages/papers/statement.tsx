import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { StatementLineView, StatementView } from "@/delivery/orders/statements/schema.ts";
import { minorUnits } from "@/infra/geography/country.ts";
import { read } from "@/web/browser/api.ts";
import { pageNow } from "@/web/browser/clock.ts";
import { Empty } from "../../components/empty.tsx";
import { Page } from "../../components/page.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, statementFilters } from "../../filters.ts";
import { currentMonth } from "../../months.ts";
import { useRead } from "../../queries.ts";
import { Own, Paper, PaperHead } from "./paper.tsx";
import { localeOf, momentOnPaper, monthOnPaper } from "./paper-times.ts";
import { type PaperBasis, pageRows, usePaper, useWhole } from "./use-paper.ts";

const route = getRouteApi("/$environment/print/statement");
const readFilters = filtersOf(statementFilters);
const title = "Statement";

/**
 * What the account owes for a month, or what the customer of an order form owes the account, to print. It is no invoice,
 * and says so.
 */
export function PrintedStatementPage() {
  const { month = currentMonth(), order_form_id: formId } = readFilters(route.useSearch());
  if (useEnvironment() === "sandbox" && formId === undefined) return <NoStatements />;
  return <PrintedStatement month={month} formId={formId} />;
}

function NoStatements() {
  return (
    <Page title={title}>
      <Empty icon={IconReceipt} title="No statements in the sandbox">
        Charges of the sandbox are not billed. Switch to Live for your statements.
      </Empty>
    </Page>
  );
}

function PrintedStatement({ month, formId }: { month: string; formId: string | undefined }) {
  const environment = useEnvironment();
  const path = `/platform/statements/${month}` as const;
  const whose = formId === undefined ? {} : { order_form_id: formId };
  const { paper, error } = usePaper();
  const { data: statement, error: noTotals } = useRead(path, { environment, query: { ...whose, limit: 1 } });
  const { data: lines, error: noLines } = useWhole(path, { ...whose, limit: pageRows });
  const { data: customer, error: noCustomer } = useCustomer(formId);
  const isWhole = statement && lines && (formId === undefined || customer !== undefined);
  return (
    <Paper
      title={title}
      lead={`What ${formId === undefined ? "you owe this installation" : "a customer owes you"} for a month. It is not an invoice: Waybill computes no tax.`}
      paper={isWhole ? paper : undefined}
      problem={error ?? noTotals ?? noLines ?? noCustomer}
    >
      {(basis) =>
        isWhole && <Sheet paper={basis} statement={statement} lines={lines.rows} customer={customer} />
      }
    </Paper>
  );
}

/** Whose form it is. */
function useCustomer(formId: string | undefined) {
  const environment = useEnvironment();
  const path = `/platform/order-forms/${formId}`;
  return useQuery({
    queryKey: [path, environment, "customer"],
    queryFn: async ({ signal }) => {
      const { customer } = await read<{ customer: { name: string } }>(path, { environment, signal });
      return customer.name;
    },
    enabled: formId !== undefined,
  });
}

type Sums = StatementView["totals"][number] & { customer_total?: number | null };

interface SheetProps {
  paper: PaperBasis;
  statement: StatementView;
  lines: readonly StatementLineView[];
  /** Undefined for the statement of the account itself. A customer reads no cost of the account. */
  customer: string | undefined;
}

const ownAmounts = ["deliveries", "cancellations", "later", "adjustments", "total"] as const;
const customerAmounts = ["customer_total"] as const;

function Sheet({ paper, statement, lines, customer }: SheetProps) {
  const { texts, account } = paper;
  const isOwn = customer === undefined;
  const place = { language: account.language, country: "", zone: "UTC" };
  const ownTitles = [texts.deliveries, texts.fees, texts.later, texts.takenBack, texts.total];
  const amountTitles = isOwn ? ownTitles : [texts.toPay];
  const amountCells = (sums: Sums) =>
    (isOwn ? ownAmounts : customerAmounts).map((name) => {
      const amount = sums[name];
      return (
        <td key={name} className="paper-amount">
          <Own>{amount == null ? "—" : money(amount, sums.currency, localeOf(place))}</Own>
        </td>
      );
    });
  return (
    <>
      <PaperHead
        paper={paper}
        title={texts.statement}
        facts={[
          !isOwn && (
            <>
              {texts.customer}: <Own>{customer}</Own>
            </>
          ),
          `${texts.month}: ${monthOnPaper(statement.month, place)}`,
          texts.times("UTC"),
          texts.printed(momentOnPaper(pageNow(), place)),
        ]}
      />
      {!statement.complete && <p className="paper-note">{texts.notOver}</p>}
      {lines.length === 0 && <p>{texts.noCharges}</p>}
      {lines.length > 0 && (
        <>
          <h3>{texts.totals}</h3>
          <table className="paper-table">
            <Heads titles={[texts.currency, texts.charges]} amounts={amountTitles} />
            <tbody>
              {statement.totals.map((total) => (
                <tr key={total.currency}>
                  <td>{total.currency}</td>
                  <td>{total.charges}</td>
                  {amountCells(total)}
                </tr>
              ))}
            </tbody>
          </table>
          <h3>{texts.shipments(new Set(lines.map(({ shipment_id }) => shipment_id)).size)}</h3>
          <table className="paper-table">
            <Heads
              titles={isOwn ? [texts.shipment, texts.carrier] : [texts.shipment]}
              amounts={amountTitles}
            />
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.shipment_id} ${line.carrier.id} ${line.currency}`}>
                  <td>
                    <Own>{line.reference ?? line.tracking_number ?? line.shipment_id}</Own>
                  </td>
                  {isOwn && (
                    <td>
                      <Own>{line.carrier.name}</Own>
                    </td>
                  )}
                  {amountCells(line)}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p className="paper-note">{texts.noTax}</p>
    </>
  );
}

function Heads({ titles, amounts }: { titles: readonly string[]; amounts: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
        {amounts.map((title) => (
          <th key={title} scope="col" className="paper-amount">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function money(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return format.format(amount / 10 ** minorUnits(currency));
}
