import { Button, Card, Group, Stack, Text } from "@mantine/core";
import type { QuoteView } from "@/delivery/lifecycle/quotes/schema.ts";
import { Expected } from "../../../components/expected.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { formatMoney, humanize } from "../../../format.ts";
import { PriceLines } from "./price-lines.tsx";

interface QuoteCardProps {
  quote: QuoteView;
  /** The only quote is neither the cheapest nor the fastest. */
  isAlone: boolean;
  isAccepting: boolean;
  onAccept: () => void;
}

export function QuoteCard({ quote, isAlone, isAccepting, onAccept }: QuoteCardProps) {
  const { carrier, service, price, price_breakdown, labels, status, expires_at } = quote;
  const { return_fee, failed_price } = quote;
  const isExpired = status === "expired";
  return (
    <Card component="article" aria-label={`${carrier.name}, ${service.name}`} withBorder padding="md">
      <Stack gap="xs" h="100%">
        <Group justify="space-between" wrap="nowrap" align="start">
          <div>
            <Text fw={650}>{carrier.name}</Text>
            <Text size="sm" c="dimmed">
              {service.name}
            </Text>
          </div>
          <Text fw={700} size="lg">
            {formatMoney(price)}
          </Text>
        </Group>
        {!isAlone && (
          <Group gap={6} mih={22}>
            {labels.map((label) => (
              <StatusBadge key={label} tone="good">
                {humanize(label)}
              </StatusBadge>
            ))}
          </Group>
        )}
        <Text size="sm">
          {quote.estimated_pickup_at && (
            <>
              Pickup <Expected at={quote.estimated_pickup_at} />
              <br />
            </>
          )}
          Delivery{" "}
          <Expected
            at={quote.estimated_delivery_at ?? quote.estimated_delivery_date}
            none="without an estimate"
          />
        </Text>
        {price_breakdown.length > 0 && (
          <details className="more">
            <summary>Price details</summary>
            <PriceLines lines={price_breakdown} currency={price.currency} />
          </details>
        )}
        {return_fee && (
          <Text size="sm" c="dimmed">
            A return costs {formatMoney(return_fee)} more.
          </Text>
        )}
        {failed_price && (
          <Text size="sm" c="dimmed">
            A failed delivery costs {formatMoney(failed_price)}.
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {isExpired ? "Expired " : "Expires "}
          <Time at={expires_at} />
        </Text>
        <Permitted needs={["assignments:write"]}>
          <Button
            mt="auto"
            variant={labels.includes("cheapest") ? "filled" : "light"}
            disabled={isExpired}
            loading={isAccepting}
            aria-label={`Accept quote from ${carrier.name}, ${service.name}`}
            onClick={onAccept}
          >
            {isExpired ? "Expired" : "Accept"}
          </Button>
        </Permitted>
      </Stack>
    </Card>
  );
}
