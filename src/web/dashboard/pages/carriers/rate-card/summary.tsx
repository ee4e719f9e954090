import { Card, Text } from "@mantine/core";
import type { RateCard } from "@/delivery/carriers/kinds/fleet/schema.ts";
import { DataTable } from "../../../components/list-table.tsx";
import { formatMoney, humanize } from "../../../format.ts";
import { listText } from "./portion.tsx";

type Service = RateCard["services"][number];

/** More are no glance; the form has them all. */
const shownMax = 10;

/** The services of a rate card at a glance. */
export function RateCardSummary({ card }: { card: RateCard }) {
  const money = (amount = 0) => formatMoney({ amount, currency: card.currency });
  const left = card.services.length - shownMax;
  return (
    <Card withBorder padding={0}>
      <DataTable
        label="Services of the rate card"
        keyOf={({ code }) => code}
        rows={card.services.slice(0, shownMax)}
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
          { title: "From", cell: ({ pickup_zones }) => listText(pickup_zones) },
          { title: "To", cell: ({ delivery_zones }) => listText(delivery_zones) },
          { title: "Base", align: "right", cell: (service) => basesOf(service).map(money).join(" – ") },
          { title: "Distance", align: "right", cell: ({ price }) => wayOf(price, money) },
          { title: "Per kg", align: "right", cell: ({ price }) => money(price.per_kg) },
          {
            title: "Surcharges",
            cell: ({ surcharges }) => surcharges?.map(({ name }) => name).join(", ") || "None",
          },
        ]}
      />
      {left > 0 && (
        <Text size="sm" c="dimmed" px="md" py="xs">
          {left} more below
        </Text>
      )}
    </Card>
  );
}

/** The lowest and the highest price of a service before distance and weight; one where they are the same. */
function basesOf({ price, zone_prices = [] }: Service): number[] {
  const bases = [price.base, ...zone_prices.map(({ base }) => base)].map((base = 0) => base);
  return [...new Set([Math.min(...bases), Math.max(...bases)])];
}

/** What the distance costs, in a few words. */
function wayOf(
  { per_km = 0, per_mile, distance_steps }: Service["price"],
  money: (amount: number) => string,
): string {
  if (per_mile !== undefined) return `${money(per_mile)} per mile`;
  return distance_steps ? "In steps" : per_km > 0 ? `${money(per_km)} per km` : "None";
}
