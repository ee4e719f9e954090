import { Anchor } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { OrderRequestView } from "@/delivery/orders/order-forms/order-schema.ts";
import { Empty } from "../../components/empty.tsx";
import { shortId } from "../../components/identifier.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { humanize } from "../../format.ts";
import { useList } from "../../queries.ts";
import type { Tone } from "../../theme.ts";
import { formEveryMs, useOrderForm } from "./use-form.ts";
import { WaitingOrders } from "./waiting.tsx";
import { nameOf } from "./words.ts";

const tones: Record<string, Tone> = { waiting: "warn", approved: "good", refused: "bad", withdrawn: "quiet" };

/** What was ordered by a form: what waits for somebody first. */
export function FormOrdersPage() {
  const { environment, formId } = useOrderForm();
  const orders = useList("/platform/order-requests", {
    environment,
    query: { order_form_id: formId },
    refetchInterval: formEveryMs,
  });
  return (
    <>
      <WaitingOrders formId={formId} />
      <Section
        title="All orders"
        lead="Those that became a shipment, and for 7 days the others."
        action={
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                to="/$environment/shipments"
                params={{ environment }}
                search={{ order_form_id: formId }}
                {...props}
              />
            )}
          >
            Its shipments
          </Anchor>
        }
      >
        <ListTable
          list={orders}
          label="All orders"
          keyOf={({ id }) => id}
          columns={[
            { title: "Order", main: true, cell: (request) => <Name request={request} /> },
            {
              title: "State",
              badge: true,
              cell: ({ state }) => (
                <StatusBadge tone={tones[state] ?? "quiet"}>{humanize(state)}</StatusBadge>
              ),
            },
            { title: "Ordered", cell: ({ created_at }) => <Time at={created_at} /> },
            { title: "Answered", cell: ({ decided_at }) => <Time at={decided_at} /> },
          ]}
          empty={
            <Empty icon={IconPackage} title="No orders yet">
              The customer orders with the link.
            </Empty>
          }
        />
      </Section>
    </>
  );
}

function Name({ request }: { request: OrderRequestView }) {
  const environment = useEnvironment();
  if (request.shipment_id === null) return nameOf(request);
  return (
    <ShipmentLink environment={environment} id={request.shipment_id} fz="sm" fw={600}>
      {shortId(request.shipment_id)}
    </ShipmentLink>
  );
}
