import { Button, Text } from "@mantine/core";
import { IconRefresh, IconSearchOff, IconTerminal2 } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { loggedCallers, methods } from "@/access/request-log/request.ts";
import type { RequestView } from "@/access/request-log/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ChoiceFilter, FilterBar, SpanFilter, TextFilter } from "../../components/filter-bar.tsx";
import { Identifier } from "../../components/identifier.tsx";
import { RequestLink } from "../../components/links.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Tail } from "../../components/tail.tsx";
import { Time } from "../../components/time.tsx";
import { useConnection } from "../../connection.ts";
import { useEnvironment } from "../../environment.ts";
import { type Filters, filtersOf, requestFilters } from "../../filters.ts";
import { formatMs, shortPath } from "../../format.ts";
import { useMay } from "../../permissions.ts";
import { useList, useRead } from "../../queries.ts";
import { pathWithin, RequestStatus } from "./status.tsx";
import type { Texts } from "./texts/en.ts";
import { useRequestTexts } from "./texts.ts";

type RequestFilter = (typeof requestFilters)[number];

const keysMax = 100;
/** How often the page asks: there is no stream of requests. */
const lookEveryMs = 3_000;
const readFilters = filtersOf(requestFilters);
const route = getRouteApi("/$environment/requests");
/** By default the list leaves out sessions: people mostly look for the requests of their programs. */
const allCallers = "all" as const;
const methodData = methods.map((value) => ({ value, label: value }));

export function RequestsPage() {
  const environment = useEnvironment();
  const texts = useRequestTexts();
  const callerData = [...loggedCallers, allCallers].map((value) => ({ value, label: texts.callers[value] }));
  const statusData = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const { caller = "key" } = filters;
  const query = { ...filters, caller: caller === allCallers ? undefined : caller };
  const isAnswering = useConnection();
  const [isPaused, setIsPaused] = useState(false);
  // Reading this list is a request with a session: following those would show mostly itself.
  const isFollowable = caller === "key" || caller === "token";
  const requests = useList("/platform/requests", {
    environment,
    query,
    refetchInterval: isFollowable && !isPaused && lookEveryMs,
  });
  const keys = useRead("/keys", {
    query: { environment, limit: keysMax },
    enabled: useMay("keys:read"),
  });
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
      windowName={filters.key_id && keyNames.get(filters.key_id)}
      title={texts.title}
      lead={texts.lead}
      action={
        isFollowable ? (
          <Tail isPaused={isPaused} isBroken={!isAnswering} onToggle={() => setIsPaused(!isPaused)} />
        ) : (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            loading={requests.isLoading}
            onClick={requests.refresh}
          >
            {texts.refresh}
          </Button>
        )
      }
    >
      <FilterBar filters={filters} onClear={() => show({})}>
        <ChoiceFilter label={texts.caller} data={callerData} {...field("caller")} value={caller} isRequired />
        <ChoiceFilter label={texts.status} data={statusData} {...field("status")} />
        <ChoiceFilter label={texts.method} data={methodData} {...field("method")} />
        <ChoiceFilter
          label={texts.key}
          data={[...keyNames].map(([value, label]) => ({ value, label }))}
          {...field("key_id")}
        />
        {caller === "token" && (
          <TextFilter label={texts.tokenId} placeholder="tok_…" {...field("token_id")} />
        )}
        <TextFilter label={texts.route} placeholder="createShipment" {...field("route")} />
        <TextFilter label={texts.requestId} placeholder="req_…" {...field("request_id")} />
        <SpanFilter field={field} />
      </FilterBar>
      <ListTable
        list={requests}
        label={texts.title}
        keyOf={({ id }) => id}
        columns={columnsOf(keyNames, texts)}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title={texts.noMatch}>
              {texts.noMatchHint}
            </Empty>
          ) : (
            <Empty icon={IconTerminal2} title={texts.none}>
              {texts.noneHint}
            </Empty>
          )
        }
      />
    </Page>
  );
}

/** `keyNames`: id of a key → its name. */
function columnsOf(keyNames: ReadonlyMap<string, string>, texts: Texts): readonly Column<RequestView>[] {
  return [
    { title: texts.request, main: true, cell: (request) => <Name request={request} /> },
    { title: texts.response, badge: true, cell: (request) => <RequestStatus request={request} /> },
    { title: texts.duration, align: "right", cell: ({ duration_ms }) => formatMs(duration_ms) },
    {
      title: texts.caller,
      cell: ({ key_id, token_id }) => {
        if (token_id !== null) return <Identifier id={token_id} />;
        return key_id === null ? texts.signedIn : (keyNames.get(key_id) ?? <Identifier id={key_id} />);
      },
    },
    { title: texts.time, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

function Name({ request: { id, environment, method, path, route } }: { request: RequestView }) {
  const [withoutQuery = ""] = pathWithin(path).split("?");
  const text = `${method} ${shortPath(withoutQuery)}`;
  return (
    <>
      <RequestLink environment={environment} id={id} title={path} aria-label={text} fw={600} fz="sm">
        <Path text={text} />
      </RequestLink>
      <Text size="xs" c="dimmed">
        {route}
      </Text>
    </>
  );
}

function Path({ text }: { text: string }) {
  const end = text.lastIndexOf("/");
  return (
    <span className="path">
      <span>{text.slice(0, end)}</span>
      <span>{text.slice(end)}</span>
    </span>
  );
}
