import { Card, Table, Text } from "@mantine/core";
import type { RateCard } from "../../../../delivery/carriers/fleet/schema.ts";
import { formatMoney, humanize } from "../../format.ts";

/** The services of a rate card at a glance. */
export function RateCardSummary({ card }: { card: RateCard }) {
  const money = (amount: number) => formatMoney({ amount, currency: card.currency });
  return (
    <Card
      withBorder
      padding={0}
      className="card-table"
      tabIndex={0}
      role="region"
      aria-label="Services of the rate card"
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Service</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th ta="right">Base</Table.Th>
            <Table.Th ta="right">Per km</Table.Th>
            <Table.Th ta="right">Per kg</Table.Th>
            <Table.Th>Surcharges</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {card.services.map((service) => (
            <Table.Tr key={service.code}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {service.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {service.vehicle ? humanize(service.vehicle) : service.code}
                </Text>
              </Table.Td>
              <Table.Td>{service.pickup_zones.join(", ")}</Table.Td>
              <Table.Td>{service.delivery_zones.join(", ")}</Table.Td>
              <Table.Td ta="right">{money(service.price.base)}</Table.Td>
              <Table.Td ta="right">{money(service.price.per_km ?? 0)}</Table.Td>
              <Table.Td ta="right">{money(service.price.per_kg ?? 0)}</Table.Td>
              <Table.Td>{service.surcharges?.map(({ name }) => name).join(", ") || "None"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
