import { Group, Text } from "@mantine/core";
import type { ListedChargeView } from "@/delivery/lifecycle/charges/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { Section } from "../../../components/section.tsx";
import { Time } from "../../../components/time.tsx";
import { formatMoney, humanize } from "../../../format.ts";
import { useMay } from "../../../permissions.ts";
import { useRead } from "../../../queries.ts";
import { explainCharge } from "./charge-words.ts";

/** More than a shipment ever has. */
const shownMax = 100;

/** What the shipment costs, charge by charge, each with why. */
export function Charges({ shipment: { id, environment, assignment } }: { shipment: ShipmentView }) {
  const may = useMay("charges:read");
  const { data } = useRead("/platform/charges", {
    environment,
    query: { shipment_id: id, sort: "oldest", limit: String(shownMax) },
    enabled: may && assignment !== null,
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Section title="Charges" lead="What the shipment costs, and why.">
      <ul className="plain-list">
        {data.data.map((charge) => (
          <Line key={charge.id} charge={charge} />
        ))}
      </ul>
      {data.data.length > 1 && <Sum charges={data.data} />}
    </Section>
  );
}

function Line({ charge }: { charge: ListedChargeView }) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" align="start" mb="xs">
      <div>
        <Text size="sm" fw={600}>
          {humanize(charge.kind)}
        </Text>
        <Text size="sm" className="wrapping">
          {explainCharge(charge)}
        </Text>
        <Text size="xs" c="dimmed">
          <Time at={charge.created_at} />
        </Text>
      </div>
      <Amount amount={charge.amount} />
    </Group>
  );
}

/** Of each currency: a shipment that changed its carrier can have several. */
function Sum({ charges }: { charges: readonly ListedChargeView[] }) {
  const sums = new Map<string, number>();
  for (const { amount } of charges)
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.amount);
  return [...sums].map(([currency, amount]) => (
    <Group key={currency} justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm" fw={600}>
        Sum
      </Text>
      <Amount amount={{ amount, currency }} />
    </Group>
  ));
}

function Amount({ amount }: { amount: { amount: number; currency: string } }) {
  return (
    <Text size="sm" fw={600} style={{ whiteSpace: "nowrap", flexShrink: 0 }}>
      {formatMoney(amount)}
    </Text>
  );
}
