import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { Day } from "../../components/expected.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import type { Column } from "../../components/list-table.tsx";
import { ShipmentStatus, StatusBadge, setbackTitle } from "../../components/status-badge.tsx";
import { ClockTime, Time } from "../../components/time.tsx";
import { formatMoney, formatRoute, formatSeconds, humanize, nameOfShipment } from "../../format.ts";

/** The columns of the list of shipments. */

/** The column that the list is in the order of. */
export const createdTitle = "Created";
/** Shown where somebody asks for them: most senders ship from one place, and the name tells when it was created. */
export const hiddenAtFirst = ["Route", createdTitle];

/** `showCarrier` filters the list by one carrier. */
export function columnsOf(showCarrier: (id: string) => void): readonly Column<ListedShipmentView>[] {
  return [
    { title: "Shipment", main: true, cell: (shipment) => <Name shipment={shipment} /> },
    { title: "Recipient", cell: ({ delivery }) => <Recipient delivery={delivery} /> },
    { title: "Status", badge: true, cell: (shipment) => <State shipment={shipment} /> },
    { title: "Expected", cell: (shipment) => <Expected shipment={shipment} /> },
    { title: "Carrier", cell: (shipment) => <Carrier shipment={shipment} showCarrier={showCarrier} /> },
    { title: "Price", align: "right", cell: ({ price }) => (price ? formatMoney(price) : "—") },
    { title: "Route", cell: (shipment) => <Text size="sm">{formatRoute(shipment)}</Text> },
    { title: createdTitle, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

interface Shown {
  shipment: ListedShipmentView;
}

function Name({ shipment }: Shown) {
  const { id, environment, tracking_number, reference, created_at, redacted_at: redactedAt } = shipment;
  return (
    <>
      <ShipmentLink environment={environment} id={id} fw={600} fz="sm">
        {nameOfShipment(shipment)}
      </ShipmentLink>{" "}
      {shipment.return_of && <StatusBadge tone="quiet">Return</StatusBadge>}
      <Note>
        {reference !== null && `${tracking_number} · `}
        <Time at={created_at} />
      </Note>
      {redactedAt !== null && <Note>Personal data erased</Note>}
    </>
  );
}

function Recipient({ delivery: { contact, address } }: Pick<ListedShipmentView, "delivery">) {
  return (
    <>
      <Text size="sm">{contact.name}</Text>
      <Note>{`${address.line1}, ${address.city}`}</Note>
    </>
  );
}

function State({ shipment: { status, substatus, setback } }: Shown) {
  return (
    <>
      <ShipmentStatus status={status} />
      {setback ? (
        <Text size="xs" fw={600} className="late">
          {setbackTitle(setback)}
        </Text>
      ) : (
        substatus && <Note>{humanize(substatus)}</Note>
      )}
    </>
  );
}

/** When it arrives, or arrived, and how late. */
function Expected({ shipment: { delivered_at, substatus, eta, late_seconds } }: Shown) {
  const at = delivered_at ?? eta?.delivery ?? null;
  const day = at === null ? eta?.delivery_date : null;
  const isThere = substatus === "at_delivery";
  return (
    <>
      <Text size="sm">
        {isThere ? "At the door" : day ? <Day date={day} /> : at === null ? "—" : <ClockTime at={at} />}
      </Text>
      {late_seconds !== null && late_seconds > 0 && (
        <Text size="xs" fw={600} className="late">
          {formatSeconds(late_seconds)} late
        </Text>
      )}
    </>
  );
}

function Carrier({ shipment: { assignment }, showCarrier }: Shown & { showCarrier(id: string): void }) {
  if (assignment === null) return "—";
  const { carrier, driver } = assignment;
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fz="sm"
        title={`Only ${carrier.name}`}
        onClick={() => showCarrier(carrier.id)}
      >
        {carrier.name}
      </Anchor>
      {driver && <Note>{driver.name}</Note>}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}
