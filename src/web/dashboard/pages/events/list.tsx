import { Text } from "@mantine/core";
import { IconBolt, IconSearchOff } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { Environment } from "@/infra/environment.ts";
import { type Envelope, eventTypes } from "@/messaging/events/event.ts";
import { Empty } from "../../components/empty.tsx";
import { FilterBar, SpanFilter, TextFilter, WordsFilter } from "../../components/filter-bar.tsx";
import { Identifier, shortId } from "../../components/identifier.tsx";
import { EventLink, ShipmentLink } from "../../components/links.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Tail } from "../../components/tail.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { eventFilters, type Filters, filtersOf } from "../../filters.ts";
import { useList } from "../../queries.ts";
import { detailOf, matchesFilters, shipmentNames, shipmentOf, subjectOf } from "./about.ts";
import { useTail } from "./tail.ts";

type EventFilter = (typeof eventFilters)[number];

const readFilters = filtersOf(eventFilters);
const route = getRouteApi("/$environment/events");
const typeData = eventTypes.map((value) => ({ value, label: value }));

export function EventsPage() {
  const environment = useEnvironment();
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const stored = useList("/platform/events", { environment, query: filters });
  const tail = useTail(environment);
  const isAtFront = stored.showPrevious === undefined;
  const show = (changed: Filters<EventFilter>) =>
    void navigate({ search: readFilters(changed), replace: true });
  const field = (name: EventFilter) => ({
    value: filters[name],
    onChange: (value: string) => show({ ...filters, [name]: value }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  const live = isAtFront ? tail.events.filter((event) => matchesFilters(event, filters)) : [];
  const rows = stored.rows && withoutDuplicates([...live, ...stored.rows]).filter(tail.isShown);
  const columns = columnsOf(environment, shipmentNames(rows ?? []));
  return (
    <Page
      title="Events"
      lead="Everything that happened, newest first. Webhooks receive the same events."
      action={
        <Tail
          isPaused={tail.isPaused}
          isBroken={tail.isBroken}
          waiting={tail.waiting}
          onToggle={tail.toggle}
        />
      }
    >
      <FilterBar filters={filters} onClear={() => show({})}>
        <WordsFilter label="Type" data={typeData} {...field("type")} />
        <TextFilter label="Shipment" placeholder="shp_…" {...field("shipment_id")} />
        <SpanFilter field={field} />
      </FilterBar>
      <ListTable
        list={{ ...stored, rows }}
        label="Events"
        keyOf={({ id }) => id}
        columns={columns}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title="No events match">
              Change or clear the filters above. New matching events appear here as they happen.
            </Empty>
          ) : (
            <Empty icon={IconBolt} title="No events yet">
              Create a shipment. Its events appear here as they happen.
            </Empty>
          )
        }
      />
    </Page>
  );
}

function columnsOf(
  environment: Environment,
  names: ReadonlyMap<string, string>,
): readonly Column<Envelope>[] {
  return [
    {
      title: "Type",
      main: true,
      cell: (event) => (
        <>
          <EventLink environment={environment} id={event.id} fw={600} fz="sm">
            {event.type}
          </EventLink>
          <Text size="xs" c="dimmed">
            {detailOf(event)}
          </Text>
        </>
      ),
    },
    { title: "Subject", cell: (event) => <Subject event={event} names={names} /> },
    {
      title: "Sequence",
      align: "right",
      cell: ({ data: { sequence } }) => (typeof sequence === "number" ? sequence : "—"),
    },
    { title: "Time", cell: ({ timestamp }) => <Time at={timestamp} /> },
    { title: "ID", cell: ({ id }) => <Identifier id={id} /> },
  ];
}

function withoutDuplicates(events: readonly Envelope[]): Envelope[] {
  const seen = new Set<string>();
  return events.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function Subject({ event, names }: { event: Envelope; names: ReadonlyMap<string, string> }) {
  const id = shipmentOf(event);
  if (id === undefined) return subjectOf(event);
  return (
    <ShipmentLink environment={event.environment} id={id} fz="sm">
      {names.get(id) ?? shortId(id)}
    </ShipmentLink>
  );
}
