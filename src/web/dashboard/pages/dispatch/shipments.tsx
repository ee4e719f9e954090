import { Button, Card, Checkbox, Group, Table, Text, Title } from "@mantine/core";
import { type DragEvent, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { AssignManyMenu } from "../../assigning/assign-many.tsx";
import { dragJobs, jobOfShipment, leftOutText } from "../../assigning/job.ts";
import { bulkMax } from "../../components/bulk/bulk.ts";
import { BulkActions } from "../../components/bulk/bulk-actions.tsx";
import { useFleets } from "../drivers/fleets.ts";
import type { Board } from "./board.ts";
import { boardPaths } from "./reading.ts";
import { pickOf } from "./selecting.ts";
import { WorkRow } from "./work-row.tsx";

/** Drawn at a time: more than fits a screen, few enough to be quick. */
const shownAtFirst = 50;

/** What a click on a figure goes to. */
export const shipmentsHeadingId = "dispatch-shipments";
const keysId = "dispatch-keys";

/**
 * An account's open shipments: those that nobody drives first, of each the soonest harm first. Select many, and give
 * them to a driver by drag or by menu.
 */
export function Shipments({ board }: { board: Board }) {
  const { shipments, shipmentsText, chosen, choose, side, assign, assignMany, drivers, readMore } = board;
  const { selected, keep, pick, drop } = board.selecting;
  const [shown, setShown] = useState(shownAtFirst);
  const rows = useMemo(() => shipments.slice(0, shown), [shipments, shown]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [tabStop, setTabStop] = useState<string>();
  const body = useRef<HTMLTableSectionElement>(null);
  const fleets = useFleets();
  const selection = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const own = useMemo(() => fleets && new Set(fleets.map(({ id }) => id)), [fleets]);
  const jobs = useMemo(
    () =>
      selection.flatMap((shipment) => {
        const job = jobOfShipment(shipment);
        return job && own?.has(job.carrierId) ? [job] : [];
      }),
    [selection, own],
  );
  const leftOut = assign.isPermitted && own ? leftOutText(selection, own) : "";
  const areAllSelected = rows.length > 0 && selection.length === rows.length;
  const stopAt = ids.includes(tabStop ?? "") ? tabStop : ids[0];
  const rowOf = ({ target }: { target: EventTarget }) => {
    const id = (target as Element).closest("tr")?.dataset.row;
    return rows.find((row) => row.id === id);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const row = rowOf(event);
    if (!row || !(target instanceof Element)) return;
    const how = pickOf(event);
    if (target instanceof HTMLInputElement) return pick(row.id, how === "range" ? how : "toggle", ids);
    // A plain click on the name looks at one, and leaves what is selected.
    if (how !== "only" || !target.closest("button")) pick(row.id, how, ids);
    if (how === "only") choose({ shipment: row.id });
  };
  const onDragStart = (event: DragEvent) => {
    const row = rowOf(event);
    const job = row && jobOfShipment(row);
    if (!job) return;
    // A row that is not selected goes alone.
    const isSelected = jobs.some(({ shipmentId }) => shipmentId === job.shipmentId);
    dragJobs(event.dataTransfer, isSelected ? jobs.slice(0, bulkMax) : [job]);
  };
  const focusOn = (id: string | undefined) => {
    if (id === undefined) return;
    setTabStop(id);
    body.current?.querySelector<HTMLElement>(`[data-row="${id}"] button`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest("tr")?.dataset.row;
    if (id === undefined) return;
    const at = ids.indexOf(id);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to !== undefined) {
      const next = ids[Math.min(Math.max(to, 0), ids.length - 1)];
      if (event.shiftKey && next !== undefined) {
        if (!selected.has(id)) pick(id, "toggle", ids);
        pick(next, "range", ids);
      }
      focusOn(next);
    } else if (event.key === " ") pick(id, event.shiftKey ? "range" : "toggle", ids);
    else if (event.key === "a" && (event.ctrlKey || event.metaKey)) keep(ids);
    else if (event.key === "Escape" && selected.size > 0) keep([]);
    else return;
    event.preventDefault();
  };
  return (
    <Card component="section" aria-label="Shipments" withBorder padding={0}>
      <Group justify="space-between" p="sm">
        <Title order={2} id={shipmentsHeadingId} tabIndex={-1}>
          Shipments ({shipmentsText})
        </Title>
        <BulkActions
          place={{ environment: side.environment, changes: boardPaths(side) }}
          selection={selection}
          keep={keep}
        >
          {assign.isPermitted && (
            <AssignManyMenu
              assignMany={assignMany}
              drivers={drivers}
              jobs={jobs}
              onSettled={(done) => drop(done.map(({ shipmentId }) => shipmentId))}
              isDisabled={jobs.length > bulkMax}
            />
          )}
        </BulkActions>
        {leftOut && (
          <Text size="sm" c="dimmed" w="100%">
            {leftOut}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" px="sm" pb="xs" id={keysId} visibleFrom="sm">
        Select with a click, Shift or Ctrl, or by keys: arrows, Space, Shift+arrow, Ctrl+A. Drag them onto a
        driver, or choose “Assign to…”.
      </Text>
      <div className="card-table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th data-role="select" data-label="Select all">
                <Checkbox
                  size="xs"
                  aria-label="Select all shipments"
                  checked={areAllSelected}
                  onChange={() => keep(areAllSelected ? [] : ids)}
                />
              </Table.Th>
              <Table.Th>Shipment</Table.Th>
              <Table.Th>Recipient</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>Due</Table.Th>
              <Table.Th>Driver</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody
            ref={body}
            onClick={onClick}
            onKeyDown={onKey}
            // The space bar selects, and presses no button.
            onKeyUp={(event) => event.key === " " && event.preventDefault()}
            // Or else a range of rows would also be a range of text.
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            onFocus={(event) => setTabStop(rowOf(event)?.id)}
            onDragStart={onDragStart}
          >
            {rows.map((shipment) => (
              <WorkRow
                key={shipment.id}
                shipment={shipment}
                isChosen={chosen.shipment === shipment.id}
                isSelected={selected.has(shipment.id)}
                isTabStop={stopAt === shipment.id}
                isMovable={assign.isPermitted}
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
      {(shipments.length > shown || readMore !== undefined) && (
        <Button
          variant="subtle"
          m="xs"
          onClick={() => {
            setShown(shown + shownAtFirst);
            if (shipments.length <= shown + shownAtFirst) readMore?.();
          }}
        >
          Show more
        </Button>
      )}
    </Card>
  );
}
