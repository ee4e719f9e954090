import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconPackage, IconPlus, IconSearchOff, IconX } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { shortShipment } from "../../../delivery/lifecycle/example.ts";
import type { ShipmentView } from "../../../delivery/lifecycle/schema.ts";
import { statuses } from "../../../delivery/model.ts";
import { Empty } from "../components/empty.tsx";
import { FilterBar, TextFilter, TimeFilter, WordsFilter } from "../components/filter-bar.tsx";
import { ShipmentLink } from "../components/links.tsx";
import { type Column, ListTable } from "../components/list-table.tsx";
import { NoCarriersNotice } from "../components/no-carriers.tsx";
import { Page } from "../components/page.tsx";
import { Permitted } from "../components/permitted.tsx";
import { RushHour } from "../components/rush-hour.tsx";
import { ShipmentStatus } from "../components/shipment-status.tsx";
import { Snippet } from "../components/snippet.tsx";
import { Time } from "../components/time.tsx";
import { curl } from "../curl.ts";
import { useEnvironment } from "../environment.ts";
import { type Filters, filtersOf, shipmentFilters } from "../filters.ts";
import { formatMoney, formatRoute, humanize } from "../format.ts";
import { useRefreshOnEvents } from "../live.ts";
import { useList } from "../queries.ts";

type ShipmentFilter = (typeof shipmentFilters)[number];

const route = getRouteApi("/$environment/shipments");
const readFilters = filtersOf(shipmentFilters);
const statusData = statuses.map((value) => ({ value, label: humanize(value) }));

export function ShipmentsPage() {
  const environment = useEnvironment();
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const shipments = useList<ShipmentView>("/platform/shipments", { environment, query: filters });
  useRefreshOnEvents(environment, ["/platform/shipments"]);
  const show = (changed: Filters<ShipmentFilter>) =>
    void navigate({ search: readFilters(changed), replace: true });
  const field = (name: ShipmentFilter) => ({
    value: filters[name],
    onChange: (value: string) => show({ ...filters, [name]: value }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  const carrierName = shipments.rows?.find(({ assignment }) => assignment?.carrier.id === filters.carrier_id)
    ?.assignment?.carrier.name;
  const createButton = (
    <Permitted needs={["shipments:write"]}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => <Link to="/$environment/shipments/new" params={{ environment }} {...props} />}
      >
        Create shipment
      </Button>
    </Permitted>
  );
  return (
    <Page
      title="Shipments"
      lead="All your shipments, newest first."
      action={
        <Group gap="xs">
          <RushHour environment={environment} />
          {createButton}
        </Group>
      }
    >
      <NoCarriersNotice environment={environment} />
      <FilterBar
        filters={filters}
        onClear={() => show({})}
        search={<TextFilter label="Search" placeholder="Number or name" {...field("q")} />}
      >
        <TextFilter label="Reference" placeholder="ORD-1001" {...field("reference")} />
        <WordsFilter label="Status" data={statusData} {...field("status")} />
        <TimeFilter label="From" {...field("created_after")} />
        <TimeFilter label="Until" {...field("created_before")} />
        {filters.carrier_id !== undefined && (
          <Button
            variant="light"
            rightSection={<IconX size={14} />}
            onClick={() => show({ ...filters, carrier_id: "" })}
          >
            Only {carrierName ?? filters.carrier_id}
          </Button>
        )}
      </FilterBar>
      <ListTable
        list={shipments}
        label="Shipments"
        keyOf={({ id }) => id}
        columns={columnsOf((carrier_id) => show({ ...filters, carrier_id }))}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title="No shipments match">
              Change or clear the search and filters above.
            </Empty>
          ) : (
            <Stack>
              <Empty icon={IconPackage} title="No shipments yet" action={createButton}>
                Create one here or with the API.
              </Empty>
              <Snippet label="curl" text={curl({ path: "/platform/shipments", body: shortShipment })} />
            </Stack>
          )
        }
      />
    </Page>
  );
}

/** `showCarrier` filters the list by one carrier. */
function columnsOf(showCarrier: (id: string) => void): readonly Column<ShipmentView>[] {
  return [
    { title: "Shipment", main: true, cell: (shipment) => <Name shipment={shipment} /> },
    { title: "Status", badge: true, cell: (shipment) => <State shipment={shipment} /> },
    { title: "Route", cell: (shipment) => <Route shipment={shipment} /> },
    {
      title: "Carrier",
      cell: ({ assignment }) =>
        assignment ? (
          <Anchor
            component="button"
            type="button"
            fz="sm"
            title={`Only ${assignment.carrier.name}`}
            onClick={() => showCarrier(assignment.carrier.id)}
          >
            {assignment.carrier.name}
          </Anchor>
        ) : (
          "—"
        ),
    },
    { title: "Price", align: "right", cell: ({ price }) => (price ? formatMoney(price) : "—") },
    { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function Name({ shipment }: { shipment: ShipmentView }) {
  const { id, environment, tracking_number, reference, redacted_at: redactedAt } = shipment;
  return (
    <>
      <ShipmentLink environment={environment} id={id} fw={600} fz="sm">
        {tracking_number}
      </ShipmentLink>
      {reference && (
        <Text size="xs" c="dimmed" maw={170} truncate title={reference}>
          {reference}
        </Text>
      )}
      {redactedAt !== null && (
        <Text size="xs" c="dimmed">
          Personal data erased
        </Text>
      )}
    </>
  );
}

function Route({ shipment }: { shipment: ShipmentView }) {
  const text = formatRoute(shipment);
  return (
    <Text size="sm" maw={200} truncate title={text}>
      {text}
    </Text>
  );
}

function State({ shipment: { status, substatus } }: { shipment: ShipmentView }) {
  return (
    <>
      <ShipmentStatus status={status} />
      {substatus && (
        <Text size="xs" c="dimmed">
          {humanize(substatus)}
        </Text>
      )}
    </>
  );
}
