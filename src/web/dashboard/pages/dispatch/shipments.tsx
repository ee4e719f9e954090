import { Button, Card, Checkbox, Group, Table, Text, Title, UnstyledButton } from "@mantine/core";
import { memo, useCallback, useMemo, useState } from "react";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { dragJob, jobOfShipment } from "../../assigning/job.ts";
import { BulkActions } from "../../components/bulk/bulk-actions.tsx";
import { nameOfShipment } from "../../components/bulk/words.ts";
import { Day, isDay } from "../../components/expected.tsx";
import { ShipmentStatus } from "../../components/status-badge.tsx";
import { ClockTime } from "../../components/time.tsx";
import type { Board } from "./board.ts";
import { expectedAt } from "./expected.ts";
import { boardPaths } from "./reading.ts";

/** Drawn at a time: more than fits a screen, few enough to be quick. */
const shownAtFirst = 50;

/** What a click on a figure goes to. */
export const shipmentsHeadingId = "dispatch-shipments";

/** An account's open shipments, soonest harm first. Select many, or drag one onto a driver. */
export function Shipments({ board }: { board: Board }) {
  const { shipments, shipmentsText, chosen, choose, side, assign } = board;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(shownAtFirst);
  const toggle = useCallback(
    (id: string) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const selection = useMemo(() => shipments.filter(({ id }) => selected.has(id)), [shipments, selected]);
  const areAllSelected = shipments.length > 0 && selection.length === shipments.length;
  return (
    <Card component="section" aria-label="Shipments" withBorder padding={0}>
      <Group justify="space-between" p="sm">
        <Title order={2} id={shipmentsHeadingId} tabIndex={-1}>
          Shipments ({shipmentsText})
        </Title>
        <BulkActions
          place={{ environment: side.environment, changes: boardPaths(side) }}
          selection={selection}
          keep={(ids) => setSelected(new Set(ids))}
        />
      </Group>
      <div className="card-table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label="Select all shipments"
                  checked={areAllSelected}
                  onChange={() => setSelected(new Set(areAllSelected ? [] : shipments.map(({ id }) => id)))}
                />
              </Table.Th>
              <Table.Th>Shipment</Table.Th>
              <Table.Th>Recipient</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Due</Table.Th>
              <Table.Th>Carrier</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shipments.slice(0, shown).map((shipment) => (
              <Row
                key={shipment.id}
                shipment={shipment}
                isChosen={chosen.shipment === shipment.id}
                isSelected={selected.has(shipment.id)}
                isMovable={assign.isPermitted}
                toggle={toggle}
                choose={choose}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {shipments.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          No shipments match.
        </Text>
      )}
      {shipments.length > shown && (
        <Button variant="subtle" m="xs" onClick={() => setShown(shown + shownAtFirst)}>
          Show more
        </Button>
      )}
    </Card>
  );
}

interface RowProps {
  shipment: ListedShipmentView;
  isChosen: boolean;
  isSelected: boolean;
  /** Whether the person may give its job to a driver. */
  isMovable: boolean;
  toggle(id: string): void;
  choose: Board["choose"];
}

const Row = memo(({ shipment, isChosen, isSelected, isMovable, toggle, choose }: RowProps) => {
  const { id, status, delivery, assignment, due_at } = shipment;
  const name = nameOfShipment(shipment);
  const job = jobOfShipment(shipment);
  const expected = expectedAt(shipment);
  return (
    <Table.Tr
      className="dispatch-item"
      draggable={job !== undefined && isMovable}
      onDragStart={({ dataTransfer }) => job && dragJob(dataTransfer, job)}
    >
      <Table.Td data-role="select">
        <Checkbox size="xs" aria-label={`Select ${name}`} checked={isSelected} onChange={() => toggle(id)} />
      </Table.Td>
      <Table.Td data-role="main">
        <UnstyledButton
          fz="sm"
          fw={600}
          aria-current={isChosen || undefined}
          onClick={() => choose({ shipment: id })}
        >
          {name}
        </UnstyledButton>
      </Table.Td>
      <Table.Td data-label="Recipient">
        <Text size="sm">{delivery.contact.name}</Text>
        <Text size="xs" c="dimmed">
          {delivery.address.line1}
        </Text>
      </Table.Td>
      <Table.Td data-role="badge">
        <ShipmentStatus status={status} />
      </Table.Td>
      <Table.Td data-label="Due" maw="none">
        <Text size="sm">{due_at === null ? "—" : <ClockTime at={due_at} />}</Text>
        {expected !== null && (
          <Text size="xs" c="dimmed">
            Expected {isDay(expected) ? <Day date={expected} /> : <ClockTime at={expected} />}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Carrier">
        <Text size="sm">{assignment?.carrier.name ?? "—"}</Text>
        <Text size="xs" c="dimmed">
          {assignment?.driver?.name}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
});
