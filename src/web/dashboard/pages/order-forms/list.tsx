import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconForms, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { OrderFormView } from "@/delivery/orders/order-forms/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { ToPrint } from "../../components/to-print.tsx";
import { useEnvironment } from "../../environment.ts";
import { useList } from "../../queries.ts";
import { FormState, PauseText } from "./state.tsx";
import { formEveryMs } from "./use-form.ts";
import { WaitingOrders } from "./waiting.tsx";

/** The forms by which customers order, and their orders that wait for somebody. */
export function OrderFormsPage() {
  const environment = useEnvironment();
  const forms = useList("/platform/order-forms", { environment, refetchInterval: formEveryMs });
  return (
    <Page
      title="Order forms"
      lead="Links by which your customers order deliveries, without an account."
      action={
        <Group gap="xs">
          <ToPrint to="/$environment/print/how-to" params={{ environment }} search={{ who: "shop" }}>
            How it works
          </ToPrint>
          <AddForm />
        </Group>
      }
    >
      <WaitingOrders />
      <ListTable
        list={forms}
        label="Order forms"
        keyOf={({ id }) => id}
        columns={[
          { title: "Form", main: true, cell: (form) => <Name form={form} /> },
          { title: "State", badge: true, cell: (form) => <State form={form} /> },
          {
            title: "Orders",
            cell: ({ approval }) => (approval === "each" ? "You approve each" : "Booked at once"),
          },
          { title: "Waiting", align: "right", cell: (form) => <Waiting form={form} /> },
          { title: "Devices", align: "right", cell: ({ devices }) => devices },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
        ]}
        empty={
          <Empty icon={IconForms} title="No order forms yet" action={<AddForm />}>
            Create one for a customer and send them its link. They order by phone or desktop, and see the
            price first.
          </Empty>
        }
      />
    </Page>
  );
}

function AddForm() {
  const environment = useEnvironment();
  return (
    <Permitted needs={["shipments:write"]}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => (
          <Link to="/$environment/order-forms/new" params={{ environment }} {...props} />
        )}
      >
        Add order form
      </Button>
    </Permitted>
  );
}

function Name({ form: { id, name, customer } }: { form: OrderFormView }) {
  const environment = useEnvironment();
  return (
    <>
      <Anchor
        fw={600}
        fz="sm"
        renderRoot={(props) => (
          <Link to="/$environment/order-forms/$formId" params={{ environment, formId: id }} {...props} />
        )}
      >
        {name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {[customer.name, customer.number].filter((text) => text !== null && text !== name).join(", ")}
      </Text>
    </>
  );
}

function State({ form }: { form: OrderFormView }) {
  return (
    <>
      <FormState form={form} />
      <Text size="xs" c="dimmed">
        <PauseText form={form} />
      </Text>
    </>
  );
}

function Waiting({ form: { waiting_orders: count } }: { form: OrderFormView }) {
  return count === 0 ? 0 : <StatusBadge tone="warn">{count}</StatusBadge>;
}
