import { Group, Text } from "@mantine/core";
import type { QuoteView } from "@/delivery/lifecycle/quotes/schema.ts";
import { formatMoney } from "../../../format.ts";

interface PriceLinesProps {
  lines: QuoteView["price_breakdown"];
  currency: string;
}

/** What a price consists of. */
export function PriceLines({ lines, currency }: PriceLinesProps) {
  return (
    <ul className="plain-list">
      {lines.map(({ code, name, amount }) => (
        <Group key={code} component="li" justify="space-between" wrap="nowrap" gap="md">
          <Text span size="sm" c="dimmed">
            {name}
          </Text>
          <Text span size="sm" style={{ whiteSpace: "nowrap", flexShrink: 0 }}>
            {formatMoney({ amount, currency })}
          </Text>
        </Group>
      ))}
    </ul>
  );
}
