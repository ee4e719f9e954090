import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { OrderRequestView } from "@/delivery/orders/order-forms/schema.ts";
import { Permitted } from "../../components/permitted.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatMoney } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { DecideOrder } from "./decide.tsx";
import { RefuseWithMessage } from "./refuse.tsx";
import { formEveryMs } from "./use-form.ts";
import { goodsText, nameOf, windowText } from "./words.ts";

/** More than this nobody approves one by one. */
const shownMax = 50;

interface WaitingOrdersProps {
  /** Only those of one form. */
  formId?: string;
  /** Shown while none waits. */
  isKept?: boolean;
}

/** Orders of customers that somebody has to approve or refuse; nothing while there are none. */
export function WaitingOrders({ formId, isKept = false }: WaitingOrdersProps) {
  const environment = useEnvironment();
  const [refused, setRefused] = useState<OrderRequestView>();
  const { data, error } = useRead("/platform/order-requests", {
    environment,
    query: { state: "waiting", limit: shownMax, ...(formId !== undefined && { order_form_id: formId }) },
    refetchInterval: formEveryMs,
  });
  if (!data) return <ProblemAlert problem={error} />;
  if (data.data.length === 0 && !isKept) return null;
  const more = data.next_cursor === null ? "" : " Older ones follow when these are answered.";
  return (
    <Section
      title="Orders waiting"
      lead={`No carrier is asked before you approve.${more} A request is erased after 7 days.`}
    >
      <ShortTable
        label="Orders waiting"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          { title: "Recipient", main: true, cell: (request) => <Recipient request={request} /> },
          ...(formId === undefined
            ? [{ title: "Form", cell: (request: OrderRequestView) => <Form request={request} /> }]
            : []),
          { title: "Goods", cell: ({ order }) => (order ? goodsText(order) : "—") },
          { title: "Delivery", cell: ({ order }) => windowText(order) },
          {
            title: "Price",
            align: "right",
            cell: ({ customer_price: price }) => (price ? formatMoney(price) : "—"),
          },
          { title: "Ordered", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: (request) => (
              <Permitted needs={["shipments:write"]}>
                <Group gap={4} wrap="nowrap" justify="end">
                  <DecideOrder id={request.id} name={nameOf(request)} />
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={`Say why… (refuse ${nameOf(request)})`}
                    onClick={() => setRefused(request)}
                  >
                    Say why…
                  </Button>
                </Group>
              </Permitted>
            ),
          },
        ]}
      />
      {refused && <RefuseWithMessage request={refused} onClose={() => setRefused(undefined)} />}
    </Section>
  );
}

function Recipient({ request: { order } }: { request: OrderRequestView }) {
  if (order === null) return "—";
  const { contact, address, instructions } = order.delivery;
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {contact.name}
      </Text>
      <Text size="xs" c="dimmed">
        {address.line1}
      </Text>
      <Text size="xs" c="dimmed">
        {[address.postal_code, address.city].filter(Boolean).join(" ")}
      </Text>
      {contact.phone && (
        <Text size="xs" c="dimmed">
          {contact.phone}
        </Text>
      )}
      {instructions && <Text size="xs">{instructions}</Text>}
    </Stack>
  );
}

function Form({ request: { order_form_id, order_form_name } }: { request: OrderRequestView }) {
  const environment = useEnvironment();
  return (
    <Anchor
      fz="sm"
      renderRoot={(props) => (
        <Link
          to="/$environment/order-forms/$formId"
          params={{ environment, formId: order_form_id }}
          {...props}
        />
      )}
    >
      {order_form_name}
    </Anchor>
  );
}
