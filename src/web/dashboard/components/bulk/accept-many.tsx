import { Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QuoteView } from "@/delivery/lifecycle/quotes/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { AcceptResults } from "@/delivery/orders/batches/schema.ts";
import { get, post } from "../../../browser/api.ts";
import type { Problem } from "../../../browser/problem.ts";
import { formatMoney, humanize, nameOfShipment, sentenceOf } from "../../format.ts";
import { amountFault, minorOf } from "../../minor-amount.ts";
import { useAction } from "../../queries.ts";
import { fromLocalTime } from "../../times.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "../form.tsx";
import { MoneyField } from "../money-field.tsx";
import { Permitted } from "../permitted.tsx";
import { ActionProblem, ProblemAlert } from "../problem.tsx";
import {
  bestWithin,
  currenciesOf,
  type Limits,
  requestEach,
  type Strategy,
  strategies,
  sumsOf,
} from "./bulk.ts";
import { Outcome, type Result, Results } from "./results.tsx";
import { type BulkPlace, closedWord, shipmentsText } from "./words.ts";

/** Carriers that need longer are in the next reading. */
const renewedWaitSeconds = 5;

interface AcceptManyProps {
  place: BulkPlace;
  shipments: readonly ShipmentView[];
  keep(ids: readonly string[]): void;
  onClose(): void;
}

interface Choice {
  shipment: ShipmentView;
  quote: QuoteView | undefined;
}

/** Accepts the cheapest or fastest quote of each, under a price and before a time: the sum before, a result each after. */
export function AcceptMany({ place, shipments, keep, onClose }: AcceptManyProps) {
  const { environment, changes } = place;
  const form = useForm<Wanted>({
    initialValues: { strategy: "cheapest", amount: "", currency: "", before: "" },
  });
  const [results, setResults] = useState<readonly Result[]>();
  const [isRenewed, setRenewed] = useState(false);
  const quotes = useQuotesOf(place, shipments, isRenewed);
  const lacking = withoutQuotes(shipments, quotes.data);
  const renew = useAction(
    async (ids: readonly string[], idempotencyKey) => {
      const call = { environment, query: { wait_seconds: 0 } };
      return requestEach(ids, (id) =>
        post(`/platform/shipments/${id}/quotes`, {}, { ...call, idempotencyKey: `${idempotencyKey}-${id}` }),
      );
    },
    { changes: ["/platform/shipments"], onDone: () => setRenewed(true) },
  );
  const currencies = currenciesOf([...(quotes.data?.values() ?? [])].flat());
  const currency = currencies.find((code) => code === form.values.currency) ?? currencies[0];
  const fault = amountFault(form.values.amount, currency ?? "");
  const choices = choicesFor(shipments, quotes.data, limitsOf(form.values, currency), form.values.strategy);
  const accepted = acceptedOf(choices);
  const accept = useAction(
    // What was sent: meanwhile the quotes may be read again.
    async (sent: readonly Choice[], idempotencyKey) => {
      const items = acceptedOf(sent).map(({ id, shipment_id }) => ({ shipment_id, quote_id: id }));
      const path = "/platform/assignments/batch";
      const answer = await post(path, { items }, { environment, idempotencyKey });
      return sent.map((choice) => toResult(choice, answer));
    },
    {
      changes,
      onDone: (shown) => {
        setResults(shown);
        const left = shown.filter(({ tone }) => tone !== "good");
        keep(left.map(({ id }) => id));
      },
    },
  );
  const sums = sumsOf(accepted.map(({ price }) => price)).map(formatMoney);
  return (
    <Dialog title={`Accept quotes for ${shipmentsText(shipments.length)}`} size="lg" onClose={onClose}>
      {results ? (
        <Outcome results={results} onClose={onClose} />
      ) : (
        <Form
          form={form}
          send={() => accept.mutateAsync(choices)}
          submit={accepted.length === 0 ? "Accept" : `Accept ${accepted.length} for ${sums.join(" + ")}`}
          isDisabled={accepted.length === 0}
          onCancel={onClose}
        >
          <Group grow align="end">
            <Select
              label="Choose"
              data={strategies.map((value) => ({ value, label: humanize(value) }))}
              allowDeselect={false}
              {...form.getInputProps("strategy")}
            />
            <MoneyField
              currency={currency ?? ""}
              isNamed
              label={currencies.length === 1 ? `At most, each (${currency})` : "At most, each"}
              placeholder="No limit"
              {...form.getInputProps("amount")}
              error={fault && sentenceOf(fault)}
            />
            {currencies.length > 1 && (
              <Select
                label="Currency"
                data={currencies}
                allowDeselect={false}
                {...form.getInputProps("currency")}
                value={currency ?? null}
              />
            )}
            <TextInput type="datetime-local" label="Delivered before" {...form.getInputProps("before")} />
          </Group>
          <ActionProblem problem={renew.error} />
          <ProblemAlert problem={quotes.error} />
          {lacking.length > 0 && (
            <Permitted needs={["quotes:write"]}>
              <Group gap="sm">
                <Text size="sm">{shipmentsText(lacking.length)} without an open quote.</Text>
                <Button
                  size="xs"
                  variant="default"
                  loading={renew.isPending}
                  onClick={() => renew.mutate(lacking)}
                >
                  Request new quotes
                </Button>
              </Group>
            </Permitted>
          )}
          {quotes.data ? (
            <Results
              label="What will be accepted"
              results={choices.map((choice) => toPreview(choice, renew.data))}
            />
          ) : (
            !quotes.error && <Text size="sm">Reading quotes…</Text>
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** The ids of shipments that may be accepted, and have no quote for it: they expire within minutes. */
function withoutQuotes(
  shipments: readonly ShipmentView[],
  quotes: ReadonlyMap<string, QuoteView[]> | undefined,
): string[] {
  if (quotes === undefined) return [];
  const open = shipments.filter(({ status }) => closedWord(status) === undefined);
  const hasQuote = (id: string) => quotes.get(id)?.some(({ status }) => status === "open");
  return open.flatMap(({ id }) => (hasQuote(id) ? [] : id));
}

/** The present quotes of each shipment; after a request, those that come within seconds. */
function useQuotesOf({ environment }: BulkPlace, shipments: readonly ShipmentView[], isRenewed: boolean) {
  const ids = shipments.map(({ id }) => id);
  return useQuery({
    queryKey: ["/platform/shipments", environment, "quotes", ids, isRenewed],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const read = ids.map(async (id) => {
        const query = { wait_seconds: isRenewed ? renewedWaitSeconds : 0 };
        const answer = await get(`/platform/shipments/${id}/quotes`, {
          environment,
          query,
          signal,
        });
        return [id, answer.data] as const;
      });
      return new Map(await Promise.all(read));
    },
  });
}

type Wanted = {
  strategy: Strategy;
  amount: number | string;
  currency: string;
  before: string;
};

/** Undefined as long as nothing fits: no quote was read, or the amount is no number. */
function limitsOf({ amount, before }: Wanted, currency: string | undefined): Limits | undefined {
  if (currency === undefined || amountFault(amount, currency) !== null) return undefined;
  const time = before === "" ? undefined : fromLocalTime(before);
  return {
    currency,
    maxAmount: amount === "" ? null : Number(minorOf(amount, currency)),
    before: time === undefined ? null : Date.parse(time),
  };
}

function choicesFor(
  shipments: readonly ShipmentView[],
  quotes: ReadonlyMap<string, QuoteView[]> | undefined,
  limits: Limits | undefined,
  strategy: Strategy,
): Choice[] {
  return shipments.map((shipment) => ({
    shipment,
    quote: limits && bestWithin(quotes?.get(shipment.id) ?? [], limits, strategy),
  }));
}

const acceptedOf = (choices: readonly Choice[]) => choices.flatMap(({ quote }) => quote ?? []);

const offerText = ({ price, carrier, service }: QuoteView) =>
  `${formatMoney(price)}, ${carrier.name}, ${service.name}`;

/** @param refusals why new quotes of a shipment could not be requested */
function toPreview({ shipment, quote }: Choice, refusals?: ReadonlyMap<string, Problem>): Result {
  const named = { id: shipment.id, name: nameOfShipment(shipment) };
  if (quote) return { ...named, tone: "busy", word: "Will accept", detail: offerText(quote) };
  const closed = closedWord(shipment.status);
  if (closed) return { ...named, tone: "quiet", word: closed, detail: "There is no quote to accept." };
  const refusal = refusals?.get(shipment.id);
  if (refusal) return { ...named, tone: "bad", word: "No new quotes", detail: refusal.detail };
  return { ...named, tone: "quiet", word: "No quote", detail: "None is open within the limits." };
}

function toResult(choice: Choice, { results }: AcceptResults): Result {
  const found = results.find(({ shipment_id }) => shipment_id === choice.shipment.id);
  if (!found || !choice.quote) return toPreview(choice);
  const named = { id: choice.shipment.id, name: nameOfShipment(choice.shipment) };
  if (found.result === "accepted")
    return { ...named, tone: "good", word: "Accepted", detail: offerText(choice.quote) };
  return { ...named, tone: "bad", word: "Refused", detail: found.problem?.detail ?? "" };
}
