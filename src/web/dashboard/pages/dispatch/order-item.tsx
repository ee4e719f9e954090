import { Anchor, Box, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import { Permitted } from "../../components/permitted.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { DecideOrder } from "../order-forms/decide.tsx";
import { kindOf } from "./words.ts";

/** An order of a customer that waits, or a form that paused itself: nothing on the map, and done where it stands. */
export function OrderItem({ item }: { item: ListedAttentionItemView }) {
  const environment = useEnvironment();
  const { title, tone } = kindOf(item.kind, item.is_urgent);
  const { order_form_id: formId, order_request_id: requestId, recipient_name: recipient } = item;
  const name = item.order_form_name ?? "Order form";
  return (
    <li className="dispatch-item">
      <Box p="xs">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor
            size="sm"
            fw={600}
            truncate
            renderRoot={(props) => (
              <Link
                to={
                  item.kind === "order_waiting"
                    ? "/$environment/order-forms/$formId"
                    : "/$environment/order-forms/$formId/link"
                }
                params={{ environment, formId: formId ?? "" }}
                {...props}
              />
            )}
          >
            {name}
          </Anchor>
          <StatusBadge tone={tone}>{title}</StatusBadge>
        </Group>
        <Text size="sm">{item.detail}</Text>
        <Text size="xs" c="dimmed">
          {recipient !== null && `${recipient} · `}
          Due <Time at={item.due_at} />
        </Text>
        {requestId && (
          <Permitted needs={["shipments:write"]}>
            <Group gap="xs" mt={4}>
              <DecideOrder id={requestId} name={recipient ?? name} />
            </Group>
          </Permitted>
        )}
      </Box>
    </li>
  );
}
