import { Button, Group, Loader, SimpleGrid, Stack, Text } from "@mantine/core";
import type { AssignmentView } from "../../../../delivery/assignments/schema.ts";
import type { QuotesAnswer, QuoteView } from "../../../../delivery/quotes/schema.ts";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { dayMs } from "../../../../infra/durations.ts";
import { post } from "../../api.ts";
import { NoCarriers, useHasCarriers } from "../../components/no-carriers.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { useAction, useRead } from "../../queries.ts";
import { inWords } from "../../words.ts";
import { Offer } from "./offer.tsx";

/** The server answers as soon as the carriers have. */
const waitSeconds = 30;
/** How soon, and how late, it is looked whether an offer has ended: timers cannot wait for weeks. */
const soonestMs = 1_000;
const latestMs = dayMs;

const pathOf = (id: string) => `/platform/shipments/${id}/quotes`;

export function useQuotes({ id, environment }: ShipmentView, enabled = true) {
  return useRead<QuotesAnswer>(pathOf(id), {
    environment,
    query: { wait_seconds: waitSeconds },
    enabled,
    refetchInterval: ({ data }) => untilExpiryMs(data),
  });
}

/** An offer ends by the clock alone, which here may be ahead of the server's; nobody tells of it. */
function untilExpiryMs(quotes: readonly QuoteView[]): number | false {
  const open = quotes.filter(({ status }) => status === "open");
  if (open.length === 0) return false;
  const next = Math.min(...open.map(({ expires_at }) => Date.parse(expires_at)));
  return Math.min(Math.max(next - systemClock.now() + 1, soonestMs), latestMs);
}

/** The carriers' offers side by side, and who made none. */
export function Offers({ shipment }: { shipment: ShipmentView }) {
  const { id, environment } = shipment;
  const path = pathOf(id);
  const quotes = useQuotes(shipment);
  const changes = [`/platform/shipments/${id}`, `/platform/tracking/${id}`];
  const accept = useAction(
    (quoteId: string, idempotencyKey) =>
      post<AssignmentView>(
        `/platform/shipments/${id}/assignments`,
        { quote_id: quoteId },
        { environment, idempotencyKey },
      ),
    { changes, told: "The offer is accepted." },
  );
  const askAgain = useAction(
    (_: undefined, idempotencyKey) => post<QuotesAnswer>(path, undefined, { environment, idempotencyKey }),
    { changes },
  );
  const shown = quotes.data?.data.filter(({ status }) => status === "open" || status === "expired") ?? [];
  const hasNobody = useHasCarriers(environment) === false;
  return (
    <Section
      title="Offers"
      action={
        !hasNobody && (
          <Button
            size="xs"
            variant="default"
            loading={askAgain.isPending}
            onClick={() => askAgain.mutate(undefined)}
          >
            Ask for new offers
          </Button>
        )
      }
    >
      <ActionProblem problem={accept.error ?? askAgain.error} />
      <ProblemAlert problem={quotes.error} />
      {quotes.data === undefined && !quotes.error && !hasNobody && (
        <Group gap="sm" aria-busy="true">
          <Loader size="xs" />
          <Text size="sm">The carriers are asked…</Text>
        </Group>
      )}
      {hasNobody && <NoCarriers environment={environment} />}
      {quotes.data && shown.length === 0 && !hasNobody && (
        <Text size="sm" c="dimmed">
          No carrier made an offer. Ask them again later.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {shown.map((quote) => (
          <Offer
            key={quote.id}
            quote={quote}
            isAccepting={accept.isPending && accept.variables === quote.id}
            onAccept={() => accept.mutate(quote.id)}
          />
        ))}
      </SimpleGrid>
      {quotes.data && !hasNobody && <Unavailable entries={quotes.data.unavailable} />}
    </Section>
  );
}

function Unavailable({ entries }: { entries: QuotesAnswer["unavailable"] }) {
  if (entries.length === 0) return null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        Who made none, and why
      </Text>
      {entries.map(({ carrier, code, message }) => (
        <Text key={carrier?.id ?? code} size="sm" c="dimmed">
          {carrier ? `${carrier.name}: ${message} (${inWords(code).toLowerCase()})` : message}
        </Text>
      ))}
    </Stack>
  );
}
