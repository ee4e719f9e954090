import { IconSearchOff, IconSend } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { eventTypes } from "@/messaging/events/event.ts";
import { deliveryStatuses } from "@/messaging/webhooks/deliveries/delivery.ts";
import type { DeliveryView } from "@/messaging/webhooks/deliveries/schema.ts";
import { DeliveryStatus } from "../../components/delivery-status.tsx";
import { Empty } from "../../components/empty.tsx";
import { FilterBar, SpanFilter, TextFilter, WordsFilter } from "../../components/filter-bar.tsx";
import { shortId } from "../../components/identifier.tsx";
import { DeliveryLink, ShipmentLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Time } from "../../components/time.tsx";
import { deliveryFilters, type Filters, filtersOf } from "../../filters.ts";
import { humanize } from "../../format.ts";
import { useRefreshOnEvents } from "../../live.ts";
import { useList } from "../../queries.ts";
import { refetchDelayMs } from "./due.ts";
import { useEndpoint } from "./endpoints.ts";
import { errorLabels } from "./figures.ts";

const readFilters = filtersOf(deliveryFilters);
const route = getRouteApi("/$environment/webhooks/$webhookId/deliveries");
const statusData = deliveryStatuses.map((value) => ({ value, label: humanize(value) }));
const typeData = eventTypes.map((value) => ({ value, label: value }));

export function WebhookDeliveriesPage() {
  const { environment, path } = useEndpoint();
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const deliveries = useList(`${path}/deliveries`, {
    environment,
    query: filters,
    refetchInterval: ({ data }) => refetchDelayMs(data),
  });
  useRefreshOnEvents(environment, [`${path}/deliveries`]);
  const show = (changed: Filters<(typeof deliveryFilters)[number]>) =>
    void navigate({ search: readFilters(changed), replace: true });
  const field = (name: (typeof deliveryFilters)[number]) => ({
    value: filters[name],
    onChange: (value: string) => show({ ...filters, [name]: value }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <FilterBar filters={filters} onClear={() => show({})}>
        <WordsFilter label="Status" data={statusData} {...field("status")} />
        <WordsFilter label="Type" data={typeData} {...field("event_type")} />
        <TextFilter label="Shipment" placeholder="shp_…" {...field("shipment_id")} />
        <SpanFilter field={field} />
      </FilterBar>
      <ListTable
        list={deliveries}
        label="Deliveries"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Event",
            main: true,
            cell: ({ id, webhook_id, event_type }) => (
              <DeliveryLink environment={environment} id={id} endpointId={webhook_id} fw={600} fz="sm">
                {event_type}
              </DeliveryLink>
            ),
          },
          { title: "Status", badge: true, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
          { title: "Attempts", align: "right", cell: ({ attempt_count }) => attempt_count },
          { title: "Last response", cell: ({ last_attempt }) => resultOf(last_attempt) },
          {
            title: "Shipment",
            cell: ({ shipment_id }) =>
              shipment_id ? (
                <ShipmentLink environment={environment} id={shipment_id} fz="sm">
                  {shortId(shipment_id)}
                </ShipmentLink>
              ) : (
                "—"
              ),
          },
          { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
          { title: "Delivered", cell: ({ delivered_at }) => <Time at={delivered_at} /> },
          { title: "Next attempt", cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
        ]}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title="No deliveries match">
              Change or clear the filters above.
            </Empty>
          ) : (
            <Empty icon={IconSend} title="No deliveries yet">
              Send a test event, or wait for an event that the endpoint subscribes to.
            </Empty>
          )
        }
      />
    </>
  );
}

/** `500 · Non-2xx response`, or only why there was no response. */
function resultOf(attempt: DeliveryView["last_attempt"]): string {
  if (attempt === null) return "—";
  const { response_status: status, error } = attempt;
  return [status, error && errorLabels[error]].filter(Boolean).join(" · ");
}
