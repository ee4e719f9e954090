import { Button, Group, Loader, SimpleGrid, Text } from "@mantine/core";
import type { QuoteView } from "@/delivery/lifecycle/quotes/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { dayMs } from "@/infra/units.ts";
import { post } from "@/web/browser/api.ts";
import { pageNow } from "@/web/browser/clock.ts";
import { NoCarriers, useHasCarriers } from "../../../components/no-carriers.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { ActionProblem, ProblemAlert } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useAction, useRead } from "../../../queries.ts";
import type { StopName } from "../new/stop-fields.tsx";
import { Unavailable } from "../new/unavailable.tsx";
import { AdviceList, NoQuotes } from "./no-quotes.tsx";
import { QuoteCard } from "./quote-card.tsx";

/** The server responds as soon as the carriers have. */
const waitSeconds = 30;
/** Bounds of the wait before quotes are read again: timers cannot wait for weeks. */
const soonestMs = 1_000;
const latestMs = dayMs;

const pathOf = (id: string) => `/platform/shipments/${id}/quotes` as const;

export function useQuotes({ id, environment }: ShipmentView, enabled = true) {
  return useRead(pathOf(id), {
    environment,
    query: { wait_seconds: waitSeconds },
    enabled,
    refetchInterval: ({ data }) => refetchDelayMs(data),
  });
}

/** A quote expires without an event, and this clock may be ahead of the server's. */
function refetchDelayMs(quotes: readonly QuoteView[]): number | false {
  const open = quotes.filter(({ status }) => status === "open");
  if (open.length === 0) return false;
  const next = Math.min(...open.map(({ expires_at }) => Date.parse(expires_at)));
  return Math.min(Math.max(next - pageNow() + 1, soonestMs), latestMs);
}

interface QuotesProps {
  shipment: ShipmentView;
  /** Opens the form that edits the shipment, at a field. */
  onEdit: (first: string) => void;
  /** Opens the dialog that sets the pin of a stop. */
  onPin: (stop: StopName) => void;
}

/** The carriers' quotes side by side, the carriers that didn't quote, and what to do if none did. */
export function Quotes({ shipment, onEdit, onPin }: QuotesProps) {
  const { id, environment } = shipment;
  const path = pathOf(id);
  const quotes = useQuotes(shipment);
  const changes = [`/platform/shipments/${id}`, `/platform/tracking/${id}`];
  const accept = useAction(
    (quoteId: string, idempotencyKey) =>
      post(`/platform/shipments/${id}/assignments`, { quote_id: quoteId }, { environment, idempotencyKey }),
    { changes, success: "Quote accepted." },
  );
  const requestNew = useAction(
    (_: undefined, idempotencyKey) => post(path, {}, { environment, idempotencyKey }),
    { changes },
  );
  const shown = quotes.data?.data.filter(({ status }) => status === "open" || status === "expired") ?? [];
  const hasNoCarriers = useHasCarriers(environment) === false;
  const hasNone = shown.length === 0 && !hasNoCarriers;
  // Where some carriers quote, the others may still miss what is a mistake.
  const mistakes = (quotes.data?.unavailable ?? []).filter(({ code }) => code === "incomplete_address");
  const isTimed = shown.length > 0 && typeof shipment.simulation?.speed === "number";
  return (
    <Section
      title="Quotes"
      lead={isTimed && "In the sandbox, a day passes in a minute."}
      action={
        !hasNoCarriers && (
          <Permitted needs={["quotes:write"]}>
            <Button
              size="xs"
              variant="default"
              loading={requestNew.isPending}
              onClick={() => requestNew.mutate(undefined)}
            >
              Request new quotes
            </Button>
          </Permitted>
        )
      }
    >
      <ActionProblem problem={accept.error ?? requestNew.error} />
      <ProblemAlert problem={quotes.error} />
      {quotes.data === undefined && !quotes.error && !hasNoCarriers && (
        <Group gap="sm" aria-busy="true">
          <Loader size="xs" />
          <Text size="sm">Waiting for quotes…</Text>
        </Group>
      )}
      {hasNoCarriers && <NoCarriers environment={environment} />}
      {hasNone && quotes.data?.status === "complete" && (
        <NoQuotes shipment={shipment} unavailable={quotes.data.unavailable} onEdit={onEdit} onPin={onPin} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {shown.map((quote) => (
          <QuoteCard
            key={quote.id}
            quote={quote}
            isAlone={shown.length === 1}
            isAccepting={accept.isPending && accept.variables === quote.id}
            onAccept={() => accept.mutate(quote.id)}
          />
        ))}
      </SimpleGrid>
      {quotes.data && !hasNoCarriers && <Unavailable entries={quotes.data.unavailable} />}
      {shown.length > 0 && mistakes.length > 0 && (
        <AdviceList shipment={shipment} unavailable={mistakes} onEdit={onEdit} onPin={onPin} />
      )}
    </Section>
  );
}
