import { Group, Stack, Text } from "@mantine/core";
import type { ShipmentView } from "../../../../delivery/shipments/schema.ts";
import type { Status, Substatus } from "../../../../delivery/shipments/status.ts";
import { Copy } from "../../components/copy.tsx";
import { ShipmentStatus } from "../../components/shipment-status.tsx";
import { Time } from "../../components/time.tsx";
import { inWords, moneyInWords, wayInWords } from "../../words.ts";
import { useQuotes } from "./offers.tsx";

const meanings = {
  created: "There is no offer yet.",
  quoted: "Offers have come in. Accept one of them.",
  assigned: "A carrier has it and picks it up.",
  in_transit: "The goods are with the carrier.",
  delivered: "The goods have arrived.",
  cancelled: "It is not carried.",
  expired: "No offer was accepted in time. Ask for new ones.",
  failed: "It could not be delivered.",
  returning: "The goods are on their way back.",
  returned: "The goods are back with the sender.",
} as const satisfies Record<Status, string>;

const allExpired = "All offers have expired. Ask for new ones.";

const refinements = {
  awaiting_carrier: "The carrier was asked and has not confirmed yet.",
  confirmed: "The carrier has confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is at the pickup.",
  picked_up: "The driver has picked the goods up.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the door.",
} as const satisfies Record<Substatus, string>;

interface ShipmentHeaderProps {
  shipment: ShipmentView;
  /** When it will be there, as far as is known now. */
  expectedAt: string | null;
}

/** How it stands with the shipment, in one glance. */
export function ShipmentHeader({ shipment, expectedAt }: ShipmentHeaderProps) {
  const { status, substatus, price, tracking_number } = shipment;
  const ending = shipment.cancellation ?? shipment.failure;
  const { data: quotes } = useQuotes(shipment, status === "quoted");
  const offers = status === "quoted" && quotes ? quotes.data : [];
  const isTooLate = offers.length > 0 && offers.every((offer) => offer.status === "expired");
  return (
    <Stack gap={6}>
      <Group gap="sm" role="status">
        <ShipmentStatus status={status} />
        <Text size="sm">
          {isTooLate ? allExpired : substatus ? refinements[substatus] : meanings[status]}
        </Text>
        {ending && (
          <Text size="sm" c="dimmed">
            {ending.message ?? inWords(ending.reason_code)}
          </Text>
        )}
        {expectedAt !== null && (
          <Text size="sm" fw={600}>
            Expected <Time at={expectedAt} isExact />
          </Text>
        )}
      </Group>
      <Group gap="xl" style={{ rowGap: 4 }}>
        <Text size="sm" className="wrapping">
          {wayInWords(shipment)}
        </Text>
        {price && (
          <Text size="sm" fw={650}>
            {moneyInWords(price)}
          </Text>
        )}
        <Group gap={2}>
          <Text size="sm" ff="monospace">
            {tracking_number}
          </Text>
          <Copy text={tracking_number} label="Copy the tracking number" />
        </Group>
      </Group>
    </Stack>
  );
}
