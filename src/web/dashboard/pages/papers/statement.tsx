import { IconReceipt } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { StatementLineView, StatementView } from "@/delivery/orders/statements/schema.ts";
import { minorUnits } from "@/infra/geography/country.ts";
import { pageNow } from "@/web/browser/clock.ts";
import { Empty } from "../../components/empty.tsx";
import { Page } from "../../components/page.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, statementFilters } from "../../filters.ts";
import { useRead } from "../../queries.ts";
import { currentMonth } from "../charges/month.tsx";
import { Own, Paper, PaperHead } from "./paper.tsx";
import { localeOf, momentOnPaper, monthOnPaper } from "./paper-times.ts";
import { type PaperBasis, usePaper, useWhole } from "./use-paper.ts";

const route = getRouteApi("/$environment/print/statement");
const readFilters = filtersOf(statementFilters);
const environment = "live";
const title = "Statement";

/** What the account owes for a month, to print. It is no invoice, and says so. */
export function PrintedStatementPage() {
  return useEnvironment() === "live" ? <PrintedStatement /> : <NoStatements />;
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

function PrintedStatement() {
  const { month = currentMonth(), ...whose } = readFilters(route.useSearch());
  const path = `/platform/statements/${month}` as const;
  const { paper, error } = usePaper();
  const { data: statement, error: noTotals } = useRead(path, { environment, query: { ...whose, limit: 1 } });
  const { data: lines, error: noLines } = useWhole(path, whose);
  return (
    <Paper
      title={title}
      lead="What you owe this installation for a month. It is not an invoice: Waybill computes no tax."
      paper={statement && lines ? paper : undefined}
      problem={error ?? noTotals ?? noLines}
    >
      {(basis) => statement && lines && <Sheet paper={basis} statement={statement} lines={lines.rows} />}
    </Paper>
  );
}

interface SheetProps {
  paper: PaperBasis;
  statement: StatementView;
  lines: readonly StatementLineView[];
}

type Sums = StatementView["totals"][number];
const amounts = ["deliveries", "cancellations", "later", "adjustments", "total"] as const;

function Sheet({ paper, statement, lines }: SheetProps) {
  const { texts, account } = paper;
  const place = { language: account.language, country: "", zone: "" };
  const amountTitles = [texts.deliveries, texts.fees, texts.later, texts.takenBack, texts.total];
  const amountCells = (sums: Sums) =>
    amounts.map((name) => (
      <td key={name} className="paper-amount">
        <Own>{money(sums[name], sums.currency, localeOf(place))}</Own>
      </td>
    ));
  return (
    <>
      <PaperHead
        paper={paper}
        title={texts.statement}
        facts={[
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
            <Heads titles={[texts.shipment, texts.carrier]} amounts={amountTitles} />
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.shipment_id} ${line.carrier.id} ${line.currency}`}>
                  <td>
                    <Own>{line.reference ?? line.tracking_number ?? line.shipment_id}</Own>
                  </td>
                  <td>
                    <Own>{line.carrier.name}</Own>
                  </td>
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
