import { Checkbox, Table, Text, UnstyledButton } from "@mantine/core";
import { memo } from "react";
import type { Window } from "@/delivery/model/model.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { pageNow } from "../../../browser/clock.ts";
import { jobOfShipment } from "../../assigning/job.ts";
import { Day, isDay } from "../../components/expected.tsx";
import { ShipmentStatus } from "../../components/status-badge.tsx";
import { ClockTime } from "../../components/time.tsx";
import { formatSeconds, formatShortWindow, nameOfShipment } from "../../format.ts";
import { useZone, type ZonedPlace } from "../../zone.ts";
import { expectedAt } from "./expected.ts";
import { lateSecondsOf, nextStopOf, unknownPlacesOf } from "./work.ts";

/** One shipment of the list of work. */

interface WorkRowProps {
  shipment: ListedShipmentView;
  isChosen: boolean;
  isSelected: boolean;
  /** The one row of the list that the tab key goes to; arrows go to the others. */
  isTabStop: boolean;
  /** Whether the person may give its job to a driver. */
  isMovable: boolean;
}

/** The list hears what is done with its rows. A row has no functions, so it is drawn again only when it changes. */
export const WorkRow = memo(({ shipment, isChosen, isSelected, isTabStop, isMovable }: WorkRowProps) => {
  const { id, status, delivery, assignment, due_at } = shipment;
  const name = nameOfShipment(shipment);
  const stop = nextStopOf(shipment);
  const { window, address } = shipment[stop];
  return (
    <Table.Tr
      className="dispatch-item work-row"
      data-row={id}
      data-selected={isSelected || undefined}
      draggable={isMovable && jobOfShipment(shipment) !== undefined}
    >
      <Table.Td data-role="select">
        <Checkbox size="xs" tabIndex={-1} aria-label={`Select ${name}`} checked={isSelected} readOnly />
      </Table.Td>
      <Table.Td data-role="main">
        <UnstyledButton fz="sm" fw={600} tabIndex={isTabStop ? 0 : -1} aria-current={isChosen || undefined}>
          {name}
        </UnstyledButton>
      </Table.Td>
      <Table.Td data-label="Recipient">
        <Text size="sm">{delivery.contact.name}</Text>
        <Text size="xs" c="dimmed">
          {delivery.address.line1}
        </Text>
        <UnknownPlaces stops={unknownPlacesOf(shipment)} />
      </Table.Td>
      <Table.Td data-role="badge">
        <ShipmentStatus status={status} />
      </Table.Td>
      <Table.Td data-label="Due" className="due-cell">
        <Text size="sm">{due_at === null ? "—" : <ClockTime at={due_at} />}</Text>
        {window && (
          <Text size="xs" c="dimmed">
            {stop === "pickup" ? "Pickup" : "Delivery"} <WindowOf window={window} place={address} />
          </Text>
        )}
        <Late seconds={lateSecondsOf(shipment, pageNow())} />
        <ExpectedOf shipment={shipment} />
      </Table.Td>
      <Table.Td data-label="Driver">
        <Text size="sm">{driverText(shipment)}</Text>
        <Text size="xs" c="dimmed">
          {assignment?.carrier.name}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
});

function WindowOf({ window, place }: { window: Window; place: ZonedPlace }) {
  return formatShortWindow(window, useZone(place), pageNow());
}

function UnknownPlaces({ stops }: { stops: readonly string[] }) {
  if (stops.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" fs="italic">
      {placesText(stops)}
    </Text>
  );
}

function placesText(stops: readonly string[]): string {
  if (stops.length === 2) return "Both places unknown";
  return stops[0] === "pickup" ? "Pickup place unknown" : "Place unknown";
}

function Late({ seconds }: { seconds: number | null }) {
  if (seconds === null) return null;
  return (
    <Text size="xs" fw={600} className="late">
      {formatSeconds(seconds)} late
    </Text>
  );
}

function ExpectedOf({ shipment }: { shipment: ListedShipmentView }) {
  const expected = expectedAt(shipment);
  if (expected === null) return null;
  return (
    <Text size="xs" c="dimmed">
      Expected {isDay(expected) ? <Day date={expected} /> : <ClockTime at={expected} />}
    </Text>
  );
}

function driverText({ status, assignment }: ListedShipmentView): string {
  if (assignment?.driver) return assignment.driver.name;
  return status === "assigned" ? "Nobody yet" : "—";
}
