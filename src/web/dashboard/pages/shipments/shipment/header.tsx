import { Group, Stack, Text } from "@mantine/core";
import type { QuotesAnswer } from "@/delivery/lifecycle/quotes/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";
import type { Status, Substatus } from "@/delivery/model/model.ts";
import { Copy } from "../../../components/copy.tsx";
import { Expected } from "../../../components/expected.tsx";
import { ShipmentStatus, StatusBadge, setbackTitle } from "../../../components/status-badge.tsx";
import { Time } from "../../../components/time.tsx";
import { formatMoney, formatRoute, humanize } from "../../../format.ts";
import { hasCarrierTracking } from "./carrier-tracking.tsx";
import { useQuotes } from "./quotes.tsx";

const meanings = {
  created: "Waiting for quotes.",
  quoted: "Quotes are in. Accept one of them.",
  assigned: "A carrier will collect it.",
  in_transit: "The carrier has the parcels.",
  delivered: "The parcels were delivered.",
  cancelled: "It will not be delivered.",
  expired: "No quote was accepted in time. Request new ones.",
  failed: "Delivery failed.",
  returning: "The parcels are on their way back.",
  returned: "The parcels are back with the sender.",
} as const satisfies Record<Status, string>;

const allExpired = "All quotes have expired. Request new ones.";
const noQuotes = "No carrier can take this shipment.";

const refinements = {
  awaiting_carrier: "Waiting for the carrier to confirm.",
  confirmed: "The carrier has confirmed.",
  en_route_to_pickup: "The driver is on the way to the pickup.",
  at_pickup: "The driver is at the pickup.",
  picked_up: "The driver has picked up the parcels.",
  en_route_to_delivery: "The driver is on the way to the delivery.",
  at_delivery: "The driver is at the door.",
} as const satisfies Record<Substatus, string>;

interface ShipmentHeaderProps {
  shipment: ShipmentView;
  /** The current estimate of its arrival: a time or a day. */
  expectedAt: string | null;
  setback: TrackingView["setback"];
}

/** The state of the shipment at a glance. */
export function ShipmentHeader({ shipment, expectedAt, setback }: ShipmentHeaderProps) {
  const { status, substatus, price, tracking_number, assignment } = shipment;
  const askedAt = shipment.cancellation_requested_at;
  const ending = shipment.cancellation ?? shipment.failure;
  const waits = status === "created" || status === "quoted";
  const { data: quotes } = useQuotes(shipment, waits);
  const refusal = waits && quotes ? refusalOf(quotes) : undefined;
  return (
    <Stack gap={6}>
      <Group gap="sm" role="status">
        <ShipmentStatus status={status} />
        {shipment.return_of && <StatusBadge tone="quiet">Return</StatusBadge>}
        {setback ? (
          <Setback setback={setback} />
        ) : (
          <Text size="sm">
            {refusal ?? (substatus ? refinementOf(substatus, assignment) : meanings[status])}
          </Text>
        )}
        {ending && (
          <Text size="sm" c="dimmed">
            {ending.message ?? humanize(ending.reason_code)}
          </Text>
        )}
        {assignment && askedAt !== null && (
          <Text size="sm" fw={600}>
            {assignment.carrier.name} was asked to cancel <Time at={askedAt} isExact />
          </Text>
        )}
        {shipment.redacted_at !== null && (
          <Text size="sm" c="dimmed">
            Personal data erased <Time at={shipment.redacted_at} isExact />
          </Text>
        )}
        {expectedAt !== null && (
          <Text size="sm" fw={600}>
            {setback?.kind === "attempt_failed" ? "Next attempt" : "Expected"} <Expected at={expectedAt} />
          </Text>
        )}
      </Group>
      <Group gap="xl" style={{ rowGap: 4 }}>
        <Text size="sm" className="wrapping">
          {formatRoute(shipment)}
        </Text>
        {price && (
          <Text size="sm" fw={650}>
            {formatMoney(price)}
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

/** Of parcels without a driver only the carrier is known. */
function refinementOf(substatus: Substatus, assignment: ShipmentView["assignment"]): string {
  const isParcel = assignment?.driver === null && hasCarrierTracking(assignment);
  if (isParcel && substatus === "picked_up") return meanings.in_transit;
  if (isParcel && substatus === "en_route_to_delivery") return "The parcels are out for delivery.";
  return refinements[substatus];
}

/** What keeps the parcels, and since when. */
function Setback({ setback }: { setback: NonNullable<TrackingView["setback"]> }) {
  const { reason_code, occurred_at } = setback;
  return (
    <>
      <StatusBadge tone="warn">{setbackTitle(setback)}</StatusBadge>
      <Text size="sm">
        {reason_code !== "customs_hold" && `${humanize(reason_code)}, `}
        <Time at={occurred_at} isExact />
      </Text>
    </>
  );
}

/** Why nothing can be accepted; undefined if something can, or may soon. */
function refusalOf({ data, status }: QuotesAnswer): string | undefined {
  const offers = data.filter((quote) => quote.status === "open" || quote.status === "expired");
  if (status !== "complete" || offers.some((quote) => quote.status === "open")) return undefined;
  return offers.length > 0 ? allExpired : noQuotes;
}
