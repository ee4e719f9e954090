import { Anchor, Button, Group } from "@mantine/core";
import { IconBolt, IconPlayerPause, IconPlayerPlay, IconSearchOff } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type Envelope, eventTypes } from "../../events/event.ts";
import { Empty } from "../components/empty.tsx";
import { FilterBar, TextFilter, TimeFilter, WordsFilter } from "../components/filter-bar.tsx";
import { Identifier } from "../components/identifier.tsx";
import { ListTable } from "../components/list-table.tsx";
import { Page } from "../components/page.tsx";
import { StatusBadge } from "../components/status-badge.tsx";
import { Time } from "../components/time.tsx";
import { useEnvironment } from "../environment.ts";
import { eventFilters, type Filters, filtersOf } from "../filters.ts";
import { useList } from "../queries.ts";
import { isWanted, shipmentOf } from "./events/event.ts";
import { useTail } from "./events/tail.ts";

type EventFilter = (typeof eventFilters)[number];

const route = getRouteApi("/$environment/events");
const typeData = eventTypes.map((value) => ({ value, label: value }));

export function EventsPage() {
  const environment = useEnvironment();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const stored = useList<Envelope>("/platform/events", { environment, query: filters });
  const tail = useTail(environment);
  const isAtFront = stored.showPrevious === undefined;
  const show = (changed: Filters<EventFilter>) =>
    void navigate({ search: filtersOf(eventFilters)(changed), replace: true });
  const field = (name: EventFilter) => ({
    value: filters[name],
    onChange: (value: string) => show({ ...filters, [name]: value }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  const live = isAtFront ? tail.events.filter((event) => isWanted(event, filters)) : [];
  return (
    <Page
      title="Events"
      lead="What happened, newest first: the same that webhooks are told."
      action={<Tail isPaused={tail.isPaused} waiting={tail.waiting} onToggle={tail.toggle} />}
    >
      <FilterBar isFiltered={isFiltered} onClear={() => show({})}>
        <WordsFilter label="Type" data={typeData} {...field("type")} />
        <TextFilter label="Shipment" placeholder="shp_…" {...field("shipment_id")} />
        <TimeFilter label="From" {...field("created_after")} />
        <TimeFilter label="Until" {...field("created_before")} />
      </FilterBar>
      <ListTable
        list={{ ...stored, rows: stored.rows && withoutTwins([...live, ...stored.rows]) }}
        label="Events"
        keyOf={({ id }) => id}
        columns={[
          { title: "Type", cell: (event) => <TypeLink event={event} /> },
          {
            title: "Shipment",
            cell: (event) => <Shipment id={shipmentOf(event)} />,
          },
          {
            title: "Number",
            align: "right",
            cell: ({ data: { sequence } }) => (typeof sequence === "number" ? sequence : "—"),
          },
          { title: "When", cell: ({ timestamp }) => <Time at={timestamp} /> },
          { title: "Id", cell: ({ id }) => <Identifier id={id} /> },
        ]}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title="No event is like that">
              Choose something else, or clear the filters above. What is like that appears as it happens.
            </Empty>
          ) : (
            <Empty icon={IconBolt} title="Nothing has happened yet">
              Create a shipment: what becomes of it appears here as it happens.
            </Empty>
          )
        }
      />
    </Page>
  );
}

function withoutTwins(events: readonly Envelope[]): Envelope[] {
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

interface TailProps {
  isPaused: boolean;
  /** How many came since. */
  waiting: number;
  onToggle: () => void;
}

function Tail({ isPaused, waiting, onToggle }: TailProps) {
  return (
    <Group gap="sm">
      <span role="status">
        <StatusBadge tone={isPaused ? "quiet" : "good"}>
          {isPaused ? (waiting === 0 ? "Paused" : `Paused · ${waiting} new`) : "Live"}
        </StatusBadge>
      </span>
      <Button
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
        onClick={onToggle}
      >
        {isPaused ? "Go on" : "Pause"}
      </Button>
    </Group>
  );
}

function Shipment({ id }: { id: string | undefined }) {
  return id === undefined ? "—" : <Identifier id={id} />;
}

function TypeLink({ event: { id, type, environment } }: { event: Envelope }) {
  return (
    <Anchor
      fw={600}
      fz="sm"
      renderRoot={(props) => (
        <Link to="/$environment/events/$eventId" params={{ environment, eventId: id }} {...props} />
      )}
    >
      {type}
    </Anchor>
  );
}
