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
import { Fragment, memo } from "react";
import { attentionCountedMax } from "@/delivery/fleet/attention/attention.ts";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { dragJobs } from "../../assigning/job.ts";
import { Expected } from "../../components/expected.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatCount } from "../../format.ts";
import { useFleets } from "../drivers/fleets.ts";
import type { Board } from "./board.ts";
import { isShown, nextExpected } from "./figures.ts";
import { groupedFrom, NeedGroup } from "./need-group.tsx";
import { jobOfItem, nameOfItem } from "./need-jobs.ts";
import { OrderItem } from "./order-item.tsx";
import { kindOf } from "./words.ts";

/** What needs a person, soonest harm first, the same reason once, and how many are where. Empty is the goal. */
export function NeedsYou({ board }: { board: Board }) {
  const { groups, attentionTotal: total } = board;
  const draw = (item: ListedAttentionItemView) =>
    item.order_form_id ? (
      <OrderItem key={item.id} item={item} />
    ) : (
      <Item key={item.id} board={board} item={item} />
    );
  return (
    <Card component="section" aria-label="Needs you" withBorder padding="sm" className="dispatch-list">
      <Title order={2} mb="xs">
        Needs you{total > 0 && ` (${needsText(board)})`}
      </Title>
      <VisuallyHidden role="status">
        {total > 0 && `${formatCount(total)} ${total === 1 ? "needs" : "need"} you`}
      </VisuallyHidden>
      {groups.length === 0 ? (
        <NothingToDo board={board} />
      ) : (
        <>
          <Figures board={board} />
          <ul className="plain-list">
            {groups.map((group) =>
              group.count < groupedFrom ? (
                group.items.map(draw)
              ) : (
                <NeedGroup key={group.cause} board={board} group={group} draw={draw} />
              ),
            )}
          </ul>
        </>
      )}
    </Card>
  );
}

/** `13,270`, `50,000 or more`. */
function needsText({ attentionTotal: count }: Board): string {
  return `${formatCount(count)}${count >= attentionCountedMax ? " or more" : ""}`;
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
  const { chosen, choose, assign, drivers, shipments } = board;
  return (
    <ShipmentNeed
      item={item}
      // The list of the page may not have it: failed shipments are over.
      shipment={shipments.find(({ id }) => id === item.shipment_id)}
      driver={drivers.find(({ id }) => id === item.driver_id)?.name}
      isChosen={chosen.shipment === item.shipment_id}
      isMovable={assign.isPermitted}
      choose={choose}
    />
  );
}

interface ShipmentNeedProps {
  item: ListedAttentionItemView;
  shipment: ListedShipmentView | undefined;
  driver: string | undefined;
  isChosen: boolean;
  isMovable: boolean;
  choose: Board["choose"];
}

const ShipmentNeed = memo(({ item, shipment, driver, isChosen, isMovable, choose }: ShipmentNeedProps) => {
  const { title, tone } = kindOf(item.kind, item.is_urgent);
  const job = jobOfItem(item, shipment);
  return (
    <li className="dispatch-item">
      <UnstyledButton
        p="xs"
        w="100%"
        aria-current={isChosen || undefined}
        onClick={() => choose({ shipment: item.shipment_id ?? undefined })}
        draggable={job !== undefined && isMovable}
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
          {driver && ` · ${driver}`}
        </Text>
      </UnstyledButton>
    </li>
  );
});
