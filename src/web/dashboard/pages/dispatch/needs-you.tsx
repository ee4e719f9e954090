import { Card, Group, Stack, Text, ThemeIcon, Title, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import type { AttentionItemView } from "../../../../delivery/attention/schema.ts";
import type { ShipmentView } from "../../../../delivery/lifecycle/schema.ts";
import { nameOfShipment } from "../../components/bulk/words.ts";
import { Expected } from "../../components/expected.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useRead } from "../../queries.ts";
import type { Board } from "./board.ts";
import { expectedAt } from "./expected.ts";
import { dragJob, jobOfShipment } from "./job.ts";
import { kindOf } from "./words.ts";

/** What needs a person, soonest harm first. Empty is the goal. */
export function NeedsYou({ board }: { board: Board }) {
  const { attention } = board;
  return (
    <Card component="section" aria-label="Needs you" withBorder padding="sm" className="dispatch-list">
      <Title order={2} mb="xs">
        Needs you{attention.length > 0 && ` (${attention.length})`}
      </Title>
      <VisuallyHidden role="status">
        {attention.length > 0 && `${attention.length} ${attention.length === 1 ? "needs" : "need"} you`}
      </VisuallyHidden>
      {attention.length === 0 ? (
        <UnderWay shipments={board.shipments} />
      ) : (
        <ul className="plain-list">
          {attention.map((item) => (
            <Item key={item.id} board={board} item={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The goal: nothing to do, and when to look again. */
function UnderWay({ shipments }: { shipments: readonly ShipmentView[] }) {
  const moving = shipments.filter(({ assignment }) => assignment !== null);
  const [next] = moving.flatMap((shipment) => expectedAt(shipment) ?? []).sort();
  return (
    <Stack align="center" gap={4} py="xl" ta="center">
      <ThemeIcon variant="light" size={44} radius="xl">
        <IconMoodSmile size={24} stroke={1.6} />
      </ThemeIcon>
      <Text fw={600}>Nothing needs you</Text>
      {next !== undefined && (
        <Text size="sm" c="dimmed">
          {moving.length} under way, the next expected <Expected at={next} />
        </Text>
      )}
    </Stack>
  );
}

function Item({ board, item }: { board: Board; item: AttentionItemView }) {
  const { title, tone } = kindOf(item.kind);
  const shipment = useShipmentOf(board, item);
  const job = jobOfItem(item, shipment);
  const driver = board.drivers.find(({ id }) => id === item.driver_id);
  return (
    <li className="dispatch-item">
      <UnstyledButton
        p="xs"
        w="100%"
        aria-current={board.chosen.shipment === item.shipment_id || undefined}
        onClick={() => board.choose({ shipment: item.shipment_id })}
        draggable={job !== undefined && board.assign.isPermitted}
        onDragStart={({ dataTransfer }) => job && dragJob(dataTransfer, job)}
      >
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {nameOfItem(item, shipment)}
          </Text>
          <StatusBadge tone={tone}>{title}</StatusBadge>
        </Group>
        <Text size="sm">{item.detail}</Text>
        <Text size="xs" c="dimmed">
          Due <Time at={item.due_at} />
          {driver && ` · ${driver.name}`}
        </Text>
      </UnstyledButton>
    </li>
  );
}

/** The list of the page may not have it: failed shipments are over. The operator knows its number only. */
function useShipmentOf({ place, shipments }: Board, { shipment_id: id }: AttentionItemView) {
  const known = shipments.find((shipment) => shipment.id === id);
  const read = useRead<ShipmentView>(`/platform/shipments/${id}`, {
    environment: place.environment,
    enabled: known === undefined && !place.isInstallation,
  });
  return known ?? read.data;
}

const shownCharacters = 6;

export function nameOfItem(
  { shipment_id: id }: AttentionItemView,
  shipment: ShipmentView | undefined,
): string {
  return shipment ? nameOfShipment(shipment) : `Shipment …${id.slice(-shownCharacters)}`;
}

/** The job that another driver could have. */
export function jobOfItem(item: AttentionItemView, shipment: ShipmentView | undefined) {
  const { assignment_id: assignmentId, carrier_id: carrierId, driver_id: driverId } = item;
  const isAssignable = item.remedies.some(({ action }) => action === "assign_driver");
  if (!isAssignable || assignmentId === null || carrierId === null) return undefined;
  const known = shipment && jobOfShipment(shipment);
  if (known) return known;
  const hasDriver = driverId !== null;
  // Whether the driver has the goods is not known: then a hand-over is possible in any case.
  return {
    assignmentId,
    carrierId,
    name: nameOfItem(item, shipment),
    pickup: undefined,
    hasDriver,
    hasGoods: hasDriver,
  };
}
