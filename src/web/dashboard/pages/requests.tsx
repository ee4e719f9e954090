import { Button, Text } from "@mantine/core";
import { IconRefresh, IconSearchOff, IconTerminal2 } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { KeyView } from "../../../access/keys/schema.ts";
import { callerKinds, methods } from "../../../access/request-log/request.ts";
import type { RequestView } from "../../../access/request-log/schema.ts";
import type { ListPage } from "../api.ts";
import { Empty } from "../components/empty.tsx";
import { ChoiceFilter, FilterBar, TextFilter, TimeFilter } from "../components/filter-bar.tsx";
import { Identifier } from "../components/identifier.tsx";
import { RequestLink } from "../components/links.tsx";
import { type Column, ListTable } from "../components/list-table.tsx";
import { Page } from "../components/page.tsx";
import { Tail } from "../components/tail.tsx";
import { Time } from "../components/time.tsx";
import { useConnection } from "../connection.ts";
import { useEnvironment } from "../environment.ts";
import { msInFigures } from "../figures.ts";
import { type Filters, filtersOf, requestFilters } from "../filters.ts";
import { useList, useRead } from "../queries.ts";
import { pathWithin, RequestStatus } from "./requests/request.tsx";

type RequestFilter = (typeof requestFilters)[number];

const keysMax = 100;
/** No stream tells of requests. */
const lookEveryMs = 3_000;
const readFilters = filtersOf(requestFilters);
const route = getRouteApi("/$environment/requests");
/** What people read here, who are mostly after what their programs did, is asked for with a session. */
const everyone = "everyone";
const callerWords = { key: "Programs, with a key", session: "People, signed in" } as const;
const callerData = [
  ...callerKinds.map((value) => ({ value, label: callerWords[value] })),
  { value: everyone, label: "Both" },
];
const methodData = methods.map((value) => ({ value, label: value }));
const statusData = [
  { value: "2xx", label: "2xx, done" },
  { value: "3xx", label: "3xx, not changed" },
  { value: "4xx", label: "4xx, refused" },
  { value: "5xx", label: "5xx, failed" },
];

export function RequestsPage() {
  const environment = useEnvironment();
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const { caller = "key" } = filters;
  const query = { ...filters, caller: caller === everyone ? undefined : caller };
  const isAnswering = useConnection();
  const [isPaused, setIsPaused] = useState(false);
  // To look for what people ask is to ask something too, and would be seen again and again.
  const mayFollow = caller === "key";
  const requests = useList<RequestView>("/platform/requests", {
    environment,
    query,
    refetchInterval: mayFollow && !isPaused && lookEveryMs,
  });
  const keys = useRead<ListPage<KeyView>>("/keys", { query: { environment, limit: keysMax } });
  const show = (changed: Filters<RequestFilter>) =>
    void navigate({ search: readFilters(changed), replace: true });
  const field = (name: RequestFilter) => ({
    value: filters[name],
    onChange: (value: string) => show({ ...filters, [name]: value }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  const keyNames = new Map(keys.data?.data.map(({ id, name }) => [id, name]));
  return (
    <Page
      title="Requests"
      lead="What was asked of the API and how it answered, newest first."
      action={
        mayFollow ? (
          <Tail isPaused={isPaused} isBroken={!isAnswering} onToggle={() => setIsPaused(!isPaused)} />
        ) : (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={requests.isLoading}
            onClick={requests.refresh}
          >
            Newer requests
          </Button>
        )
      }
    >
      <FilterBar filters={filters} onClear={() => show({})}>
        <ChoiceFilter label="Caller" data={callerData} {...field("caller")} value={caller} isAlwaysChosen />
        <ChoiceFilter label="Status" data={statusData} {...field("status")} />
        <ChoiceFilter label="Method" data={methodData} {...field("method")} />
        <ChoiceFilter
          label="Key"
          data={[...keyNames].map(([value, label]) => ({ value, label }))}
          {...field("key_id")}
        />
        <TextFilter label="Route" placeholder="createShipment" {...field("route")} />
        <TextFilter label="Request id" placeholder="req_…" {...field("request_id")} />
        <TimeFilter label="From" {...field("created_after")} />
        <TimeFilter label="Until" {...field("created_before")} />
      </FilterBar>
      <ListTable
        list={requests}
        label="Requests"
        keyOf={({ id }) => id}
        columns={columnsOf(keyNames)}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title="No request is like that">
              Choose something else, or clear the filters above.
            </Empty>
          ) : (
            <Empty icon={IconTerminal2} title="Nothing was asked yet">
              Call the API with a key: every request is written down here, with its answer.
            </Empty>
          )
        }
      />
    </Page>
  );
}

/** `keyNames`: id of a key → its name. */
function columnsOf(keyNames: ReadonlyMap<string, string>): readonly Column<RequestView>[] {
  return [
    { title: "Request", cell: (request) => <Name request={request} /> },
    { title: "Answer", cell: (request) => <RequestStatus request={request} /> },
    { title: "Took", align: "right", cell: ({ duration_ms }) => msInFigures(duration_ms) },
    {
      title: "By",
      cell: ({ key_id }) =>
        key_id === null ? "Somebody signed in" : (keyNames.get(key_id) ?? <Identifier id={key_id} />),
    },
    { title: "When", cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function Name({ request: { id, environment, method, path, route } }: { request: RequestView }) {
  return (
    <>
      <RequestLink environment={environment} id={id} title={path} className="one-line" fw={600} fz="sm">
        {method} {pathWithin(path)}
      </RequestLink>
      <Text size="xs" c="dimmed">
        {route}
      </Text>
    </>
  );
}
