import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { OrderRequestView } from "@/delivery/orders/order-forms/order-schema.ts";
import { Permitted } from "../../components/permitted.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { Time } from "../../components/time.tsx";
import { WindowText } from "../../components/window-text.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatMoney } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { useUnits } from "../../units.ts";
import { DecideOrder } from "./decide.tsx";
import { RefuseWithMessage } from "./refuse.tsx";
import { formEveryMs } from "./use-form.ts";
import { type Asked, goodsText, nameOf } from "./words.ts";

/** More than this nobody approves one by one. */
const shownMax = 50;

interface WaitingOrdersProps {
  /** Only those of one form. */
  formId?: string;
}

/** Orders of customers that somebody has to approve or refuse; nothing while there are none. */
export function WaitingOrders({ formId }: WaitingOrdersProps) {
  const environment = useEnvironment();
  const [refused, setRefused] = useState<OrderRequestView>();
  const { data, error } = useRead("/platform/order-requests", {
    environment,
    query: { state: "waiting", limit: shownMax, ...(formId !== undefined && { order_form_id: formId }) },
    refetchInterval: formEveryMs,
  });
  if (!data) return <ProblemAlert problem={error} />;
  if (data.data.length === 0) return null;
  const more = data.next_cursor === null ? "" : " Older ones follow when these are answered.";
  return (
    <Section
      title="Orders waiting"
      lead={`No carrier is asked before you approve.${more} Without an answer, an order is erased after 7 days.`}
    >
      <ShortTable
        label="Orders waiting"
        rows={data.data}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Recipient",
            main: true,
            cell: (request) => <Recipient request={request} isFormNamed={formId === undefined} />,
          },
          { title: "Order", isSentence: true, cell: (request) => <Ordered request={request} /> },
          {
            title: "Price",
            align: "right",
            cell: ({ customer_price: price }) => (price ? formatMoney(price) : "—"),
          },
          {
            title: "Actions",
            actions: true,
            cell: (request) => (
              <Permitted needs={["shipments:write"]}>
                <Stack gap={4} align="end">
                  <Group gap={4} wrap="nowrap">
                    <DecideOrder id={request.id} name={nameOf(request)} />
                  </Group>
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={`Say why… (refuse ${nameOf(request)})`}
                    onClick={() => setRefused(request)}
                  >
                    Say why…
                  </Button>
                </Stack>
              </Permitted>
            ),
          },
        ]}
      />
      {refused && <RefuseWithMessage request={refused} onClose={() => setRefused(undefined)} />}
    </Section>
  );
}

interface CellProps {
  request: OrderRequestView;
}

function Recipient({ request, isFormNamed }: CellProps & { isFormNamed: boolean }) {
  const { order } = request;
  return (
    <Stack gap={0}>
      {order && (
        <>
          <Text size="sm" fw={600}>
            {order.delivery.contact.name}
          </Text>
          <Note>{order.delivery.address.line1}</Note>
          <Note>
            {[order.delivery.address.postal_code, order.delivery.address.city].filter(Boolean).join(" ")}
          </Note>
          <Note>{order.delivery.contact.phone}</Note>
        </>
      )}
      {isFormNamed && <FormLink request={request} />}
    </Stack>
  );
}

function When({ window, address }: Asked["delivery"]) {
  if (!window) return "As soon as possible";
  return <WindowText window={window} place={{ country: address.country, latitude: null, longitude: null }} />;
}

function Ordered({ request: { order, created_at } }: CellProps) {
  const units = useUnits();
  return (
    <Stack gap={0}>
      {order && (
        <>
          <Text size="sm">
            <When {...order.delivery} />
          </Text>
          <Note>{units && goodsText(order, units)}</Note>
          <Note>{order.delivery.instructions}</Note>
        </>
      )}
      <Note>
        Ordered <Time at={created_at} />
      </Note>
    </Stack>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" className="wrapping">
      {children}
    </Text>
  );
}

function FormLink({ request: { order_form_id, order_form_name } }: CellProps) {
  const environment = useEnvironment();
  return (
    <Anchor
      fz="xs"
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
