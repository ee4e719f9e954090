import { Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QuoteView } from "@/delivery/lifecycle/quotes/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { AcceptResults } from "@/delivery/orders/batches/schema.ts";
import { get, post } from "../../../browser/api.ts";
import { formatMoney, humanize, sentenceOf } from "../../format.ts";
import { amountFault, minorOf } from "../../minor-amount.ts";
import { useAction } from "../../queries.ts";
import { fromLocalTime } from "../../times.ts";
import { Dialog } from "../dialog.tsx";
import { Form } from "../form.tsx";
import { MoneyField } from "../money-field.tsx";
import { ProblemAlert } from "../problem.tsx";
import { bestWithin, currenciesOf, type Limits, type Strategy, strategies, sumsOf } from "./bulk.ts";
import { Outcome, type Result, Results } from "./results.tsx";
import { type BulkPlace, closedWord, nameOfShipment, shipmentsText } from "./words.ts";

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
  const quotes = useQuotesOf(place, shipments);
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
          <ProblemAlert problem={quotes.error} />
          {quotes.data ? (
            <Results label="What will be accepted" results={choices.map(toPreview)} />
          ) : (
            !quotes.error && <Text size="sm">Reading quotes…</Text>
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** The present quotes of each shipment. */
function useQuotesOf({ environment }: BulkPlace, shipments: readonly ShipmentView[]) {
  const ids = shipments.map(({ id }) => id);
  return useQuery({
    queryKey: ["/platform/shipments", environment, "quotes", ids],
    queryFn: async ({ signal }) => {
      const read = ids.map(async (id) => {
        const query = { wait_seconds: 0 };
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

function toPreview({ shipment, quote }: Choice): Result {
  const named = { id: shipment.id, name: nameOfShipment(shipment) };
  if (quote) return { ...named, tone: "busy", word: "Will accept", detail: offerText(quote) };
  const closed = closedWord(shipment.status);
  if (closed) return { ...named, tone: "quiet", word: closed, detail: "There is no quote to accept." };
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
