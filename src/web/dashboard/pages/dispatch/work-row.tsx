import { Checkbox, Table, Text, UnstyledButton } from "@mantine/core";
import { type MouseEvent, memo } from "react";
import type { Window } from "@/delivery/model/model.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { pageNow } from "../../../browser/clock.ts";
import { type Job, jobOfShipment } from "../../assigning/job.ts";
import { nameOfShipment } from "../../components/bulk/words.ts";
import { Day, isDay } from "../../components/expected.tsx";
import { ShipmentStatus } from "../../components/status-badge.tsx";
import { ClockTime } from "../../components/time.tsx";
import { formatSeconds, formatShortWindow } from "../../format.ts";
import { useZone, type ZonedPlace } from "../../zone.ts";
import type { Board } from "./board.ts";
import { expectedAt } from "./expected.ts";
import { type Pick, pickOf } from "./selecting.ts";
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
  pick(id: string, how: Pick): void;
  focus(id: string): void;
  drag(data: DataTransfer, job: Job): void;
  choose: Board["choose"];
}

const interactive = "button, input, a, label";

export const WorkRow = memo(
  ({ shipment, isChosen, isSelected, isTabStop, isMovable, pick, focus, drag, choose }: WorkRowProps) => {
    const { id, status, delivery, assignment, due_at } = shipment;
    const name = nameOfShipment(shipment);
    const job = jobOfShipment(shipment);
    const stop = nextStopOf(shipment);
    const { window, address } = shipment[stop];
    const clickRow = (event: MouseEvent) => {
      const how = pickOf(event);
      const isOnControl = (event.target as Element).closest(interactive) !== null;
      // A plain click on the name looks at one, and leaves what is selected.
      if (isOnControl && (how === "only" || event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      pick(id, how);
      if (how === "only") choose({ shipment: id });
    };
    return (
      <Table.Tr
        className="dispatch-item work-row"
        data-row={id}
        data-selected={isSelected || undefined}
        draggable={job !== undefined && isMovable}
        onDragStart={({ dataTransfer }) => job && drag(dataTransfer, job)}
        onClick={clickRow}
        // Or else a range of rows would also be a range of text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        <Table.Td data-role="select">
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              pick(id, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true ? "range" : "toggle")
            }
          />
        </Table.Td>
        <Table.Td data-role="main">
          <UnstyledButton
            fz="sm"
            fw={600}
            tabIndex={isTabStop ? 0 : -1}
            aria-current={isChosen || undefined}
            onFocus={() => focus(id)}
            onClick={(event) => {
              if (pickOf(event) === "only") choose({ shipment: id });
            }}
            // The space bar selects, in the list's own handler.
            onKeyUp={(event) => event.key === " " && event.preventDefault()}
          >
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
        <Table.Td data-label="Due" maw="none">
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
  },
);

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
