import {
  Anchor,
  Card,
  Group,
  Stack,
  Text,
  ThemeIcon,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { attentionCountedMax } from "@/delivery/fleet/attention/attention.ts";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { dragJobs, jobOfShipment } from "../../assigning/job.ts";
import { Expected } from "../../components/expected.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount } from "../../format.ts";
import { useFleets } from "../drivers/fleets.ts";
import type { Board } from "./board.ts";
import { countText, isShown, nextExpected } from "./figures.ts";
import { OrderItem } from "./order-item.tsx";
import { kindOf } from "./words.ts";

/** What needs a person, soonest harm first, and how many are where. Empty is the goal. */
export function NeedsYou({ board }: { board: Board }) {
  const { attention, attentionTotal: total } = board;
  return (
    <Card component="section" aria-label="Needs you" withBorder padding="sm" className="dispatch-list">
      <Title order={2} mb="xs">
        Needs you{total > 0 && ` (${needsText(board)})`}
      </Title>
      <VisuallyHidden role="status">
        {total > 0 && `${formatCount(total)} ${total === 1 ? "needs" : "need"} you`}
      </VisuallyHidden>
      {attention.length === 0 ? (
        <NothingToDo board={board} />
      ) : (
        <>
          <Figures board={board} />
          <ul className="plain-list">
            {attention.map((item) =>
              item.order_form_id ? (
                <OrderItem key={item.id} item={item} />
              ) : (
                <Item key={item.id} board={board} item={item} />
              ),
            )}
          </ul>
        </>
      )}
    </Card>
  );
}

function needsText({ attention, attentionTotal: count }: Board): string {
  const isWhole = count === attention.length;
  return countText(attention.length, isWhole, { count, isCapped: count >= attentionCountedMax });
}

/** The goal: nothing to do, and when to look again. */
function NothingToDo({ board }: { board: Board }) {
  const { shipments, figures, filters } = board;
  const fleets = useFleets();
  const fleetIds = new Set(fleets?.map(({ id }) => id));
  const [underWay] = figures ?? [];
  // Some of the shipments say nothing of the others.
  const isFiltered = Object.keys(filters).length > 0;
  const next = underWay?.count && !isFiltered ? nextExpected(shipments, fleetIds) : undefined;
  return (
    <Stack align="center" gap={4} py="xl" ta="center">
      <ThemeIcon variant="light" size={44} radius="xl">
        <IconMoodSmile size={24} stroke={1.6} />
      </ThemeIcon>
      <Text fw={600}>Nothing needs you</Text>
      <Figures board={board} />
      {next !== undefined && (
        <Text size="sm" c="dimmed">
          The next expected <Expected at={next} />
        </Text>
      )}
    </Stack>
  );
}

/** `0 under way, 20 without a driver, 20 to accept`: each lists what it counts. */
function Figures({ board: { figures, filters, show } }: { board: Board }) {
  if (!figures) return null;
  return (
    <Text size="sm" mb="xs">
      {figures.map((figure, index) => (
        <Fragment key={figure.text}>
          {index > 0 && ", "}
          <Anchor
            component="button"
            type="button"
            inherit
            aria-pressed={isShown(figure, filters)}
            onClick={() => show(figure.filters)}
          >
            {figure.text}
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}

function Item({ board, item }: { board: Board; item: ListedAttentionItemView }) {
  if (item.shipment_id === null) return <ScheduleItem item={item} />;
  return <ShipmentItem board={board} item={item} />;
}

/** A standing order has a page of its own, and no place on the map. */
function ScheduleItem({ item }: { item: ListedAttentionItemView }) {
  const { environment, schedule_id, kind, is_urgent, detail, due_at } = item;
  const { title, tone } = kindOf(kind, is_urgent);
  const scheduleId = schedule_id ?? "";
  return (
    <li className="dispatch-item">
      <UnstyledButton
        p="xs"
        w="100%"
        renderRoot={(props) => (
          <Link to="/$environment/schedules/$scheduleId" params={{ environment, scheduleId }} {...props} />
        )}
      >
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {nameOfItem(item)}
          </Text>
          <StatusBadge tone={tone}>{title}</StatusBadge>
        </Group>
        <Text size="sm">{detail}</Text>
        <Text size="xs" c="dimmed">
          Due <Time at={due_at} />
        </Text>
      </UnstyledButton>
    </li>
  );
}

function ShipmentItem({ board, item }: { board: Board; item: ListedAttentionItemView }) {
  const { title, tone } = kindOf(item.kind, item.is_urgent);
  // The list of the page may not have it: failed shipments are over.
  const shipment = board.shipments.find(({ id }) => id === item.shipment_id);
  const job = jobOfItem(item, shipment);
  const driver = board.drivers.find(({ id }) => id === item.driver_id);
  return (
    <li className="dispatch-item">
      <UnstyledButton
        p="xs"
        w="100%"
        aria-current={board.chosen.shipment === item.shipment_id || undefined}
        onClick={() => board.choose({ shipment: item.shipment_id ?? undefined })}
        draggable={job !== undefined && board.assign.isPermitted}
        onDragStart={({ dataTransfer }) => job && dragJobs(dataTransfer, [job])}
      >
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} truncate>
            {nameOfItem(item)}
          </Text>
          <StatusBadge tone={tone}>{title}</StatusBadge>
        </Group>
        <Text size="sm">{item.detail}</Text>
        <Text size="xs" c="dimmed">
          {item.recipient_name !== null && `${item.recipient_name} · `}
          Due <Time at={item.due_at} />
          {driver && ` · ${driver.name}`}
        </Text>
      </UnstyledButton>
    </li>
  );
}

const shownCharacters = 6;

/** The operator knows its number only. */
export function nameOfItem(item: ListedAttentionItemView): string {
  const { shipment_id: id, reference, tracking_number, schedule_name } = item;
  if (id === null) return schedule_name ?? "Standing order";
  return reference ?? tracking_number ?? `Shipment …${id.slice(-shownCharacters)}`;
}

/** The job that another driver could have. */
export function jobOfItem(item: ListedAttentionItemView, shipment: ShipmentView | undefined) {
  const { shipment_id: shipmentId, assignment_id: assignmentId } = item;
  const { carrier_id: carrierId, driver_id: driverId } = item;
  const isAssignable = item.remedies.some(({ action }) => action === "assign_driver");
  if (!isAssignable || shipmentId === null || assignmentId === null || carrierId === null) return undefined;
  const known = shipment && jobOfShipment(shipment);
  if (known) return known;
  const hasDriver = driverId !== null;
  // Whether the driver has the goods is not known: then a hand-over is possible in any case.
  return {
    shipmentId,
    assignmentId,
    carrierId,
    name: nameOfItem(item),
    pickup: undefined,
    hasDriver,
    hasGoods: hasDriver,
  };
}
