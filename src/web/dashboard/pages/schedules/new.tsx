import { Button, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPackage } from "@tabler/icons-react";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { post } from "@/web/browser/api.ts";
import { Empty } from "../../components/empty.tsx";
import { Form } from "../../components/form.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Notice } from "../../components/notice.tsx";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, newShipmentFilters } from "../../filters.ts";
import { formatRoute, nameOfShipment } from "../../format.ts";
import { useMay } from "../../permissions.ts";
import { useAction, useList, useRead } from "../../queries.ts";
import { PlanFields } from "./plan-fields.tsx";
import { planFor, toCreate } from "./plan-values.ts";

const route = getRouteApi("/$environment/schedules/new");
const readFilters = filtersOf(newShipmentFilters);

/** A shipment is repeated: the one in the address, or one that is chosen first. */
export function NewSchedulePage() {
  const { copy } = readFilters(route.useSearch());
  return copy === undefined ? <Choose /> : <Repeated key={copy} id={copy} />;
}

function Choose() {
  const environment = useEnvironment();
  const shipments = useList("/platform/shipments", { environment });
  const mayChange = useMay("shipments:write");
  return (
    <Page
      title="New standing order"
      lead="Which shipment is to be repeated? Create it first if there is none like it."
    >
      <ListTable
        list={shipments}
        label="Shipments"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Shipment",
            main: true,
            cell: nameOfShipment,
          },
          { title: "Recipient", cell: ({ delivery }) => delivery.contact.name },
          { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Actions",
            actions: true,
            cell: (shipment) =>
              mayChange &&
              shipment.redacted_at === null && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Repeat ${nameOfShipment(shipment)}`}
                  renderRoot={(props) => (
                    <Link
                      to="/$environment/schedules/new"
                      params={{ environment }}
                      search={{ copy: shipment.id }}
                      {...props}
                    />
                  )}
                >
                  Repeat
                </Button>
              ),
          },
        ]}
        empty={
          <Empty
            icon={IconPackage}
            title="No shipments yet"
            action={
              mayChange && (
                <Button
                  renderRoot={(props) => (
                    <Link to="/$environment/shipments/new" params={{ environment }} {...props} />
                  )}
                >
                  Create shipment
                </Button>
              )
            }
          >
            Create the first one, then press Repeat on its page.
          </Empty>
        }
      />
    </Page>
  );
}

function Repeated({ id }: { id: string }) {
  const environment = useEnvironment();
  const { data, error } = useRead(`/platform/shipments/${encodeURIComponent(id)}`, { environment });
  if (error && !data) return <ObjectError problem={error} kind="shipment" />;
  if (!data) return <PageSkeleton />;
  if (data.redacted_at !== null) return <Erased />;
  return <NewSchedule shipment={data} />;
}

function Erased() {
  return (
    <Page title="New standing order">
      <Notice tone="warn">The personal data of this shipment was erased. Repeat another one.</Notice>
    </Page>
  );
}

function NewSchedule({ shipment }: { shipment: ShipmentView }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: planFor(shipment) });
  const create = useAction(
    (values: typeof form.values, idempotencyKey) =>
      post("/platform/schedules", toCreate(values, shipment), { environment, idempotencyKey }),
    {
      changes: ["/platform/schedules", "/platform/shipments"],
      success: ({ name }) => `${name} is set up.`,
      onDone: (made) =>
        void navigate({
          to: "/$environment/schedules/$scheduleId",
          params: { environment, scheduleId: made.id },
        }),
    },
  );
  return (
    <Page
      title="New standing order"
      lead="Waybill makes a shipment like this one on each of its days, and none for a pickup that is over."
    >
      <Text size="sm">
        {nameOfShipment(shipment)}: {formatRoute(shipment)}, to {shipment.delivery.contact.name}
      </Text>
      <Form form={form} send={create.mutateAsync} submit="Set up standing order" needs={["shipments:write"]}>
        <PlanFields form={form} isNew />
      </Form>
    </Page>
  );
}
