import { Card, Text } from "@mantine/core";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { DataTable } from "../../../components/list-table.tsx";
import { formatMoney, humanize } from "../../../format.ts";

/** The services of a rate card at a glance. */
export function RateCardSummary({ card }: { card: RateCard }) {
  const money = (amount = 0) => formatMoney({ amount, currency: card.currency });
  return (
    <Card withBorder padding={0}>
      <DataTable
        label="Services of the rate card"
        keyOf={({ code }) => code}
        rows={card.services}
        columns={[
          {
            title: "Service",
            main: true,
            cell: ({ name, vehicle, code }) => (
              <>
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {vehicle ? humanize(vehicle) : code}
                </Text>
              </>
            ),
          },
          { title: "From", cell: ({ pickup_zones }) => pickup_zones.join(", ") },
          { title: "To", cell: ({ delivery_zones }) => delivery_zones.join(", ") },
          { title: "Base", align: "right", cell: ({ price }) => money(price.base) },
          { title: "Per km", align: "right", cell: ({ price }) => money(price.per_km) },
          { title: "Per kg", align: "right", cell: ({ price }) => money(price.per_kg) },
          {
            title: "Surcharges",
            cell: ({ surcharges }) => surcharges?.map(({ name }) => name).join(", ") || "None",
          },
        ]}
      />
    </Card>
  );
}
