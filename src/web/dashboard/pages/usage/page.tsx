import { Group, SegmentedControl, Skeleton } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { UsageItem, UsageView } from "@/access/usage/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { ListTable, wholeList } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { TierLimits } from "../../components/tier-limits.tsx";
import { type Tile, Tiles } from "../../components/tiles.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, usageFilters } from "../../filters.ts";
import { formatCount, formatMs, formatPercent } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { Download } from "./download.tsx";
import { byDay, type Grouping, groupings, keyOfItem } from "./groupings.tsx";
import { RequestsChart } from "./requests-chart.tsx";
import { Span } from "./span.tsx";

const route = getRouteApi("/$environment/usage");
const readSearch = filtersOf(usageFilters);

export function UsagePage() {
  const environment = useEnvironment();
  const { from, to, group_by } = route.useSearch();
  const navigate = route.useNavigate();
  const grouping = groupings.find(({ name }) => name === group_by) ?? byDay;
  const show = (search: Record<string, unknown>) =>
    void navigate({ search: readSearch(search), replace: true });
  const usageBy = (name: Grouping["name"]) => ({
    environment,
    query: { from, to, group_by: name, caller: "key" },
  });
  const daily = useRead("/platform/usage", usageBy("day"));
  const grouped = useRead("/platform/usage", usageBy(grouping.name));
  return (
    <Page
      title="Usage"
      lead="Requests made with API keys, and their results. Days are in UTC."
      action={<Download usage={grouped.data} grouping={grouping} />}
    >
      <Span from={from} to={to} usage={daily.data} onChange={(span) => show({ ...span, group_by })} />
      {daily.error && !daily.data ? (
        <ProblemAlert problem={daily.error} />
      ) : (
        <>
          <Tiles tiles={tilesOf(daily.data)} isLoading={daily.isPending} />
          <Section title="Requests">
            {daily.data ? <RequestsChart usage={daily.data} /> : <Skeleton h={260} aria-busy="true" />}
          </Section>
          <TierLimits />
          <GroupingSwitch grouping={grouping} onChange={(name) => show({ from, to, group_by: name })} />
          <UsageTable usage={grouped.data} grouping={grouping} />
        </>
      )}
    </Page>
  );
}

const figures = [
  { title: "Requests", align: "right", cell: ({ requests }: UsageItem) => formatCount(requests) },
  { title: "Errors", align: "right", cell: ({ errors }: UsageItem) => formatCount(errors) },
  {
    title: "Rate-limited (429)",
    align: "right",
    cell: ({ rate_limited }: UsageItem) => formatCount(rate_limited),
  },
  { title: "p50", align: "right", cell: ({ p50_ms }: UsageItem) => formatMs(p50_ms) },
  { title: "p95", align: "right", cell: ({ p95_ms }: UsageItem) => formatMs(p95_ms) },
] as const;

function UsageTable({ usage, grouping }: { usage: UsageView | undefined; grouping: Grouping }) {
  return (
    <ListTable
      list={listOf(usage, grouping)}
      label={`Usage ${grouping.label.toLowerCase()}`}
      keyOf={keyOfItem}
      columns={[{ title: grouping.title, main: true, cell: grouping.cell }, ...figures]}
      empty={
        <Empty icon={IconChartBar} title="No requests in this period">
          Choose other days, or call the API with a key. Requests of the dashboard do not count.
        </Empty>
      }
    />
  );
}

/** The latest day first. Keys and routes as the API sorts them: most used first. */
function listOf(usage: UsageView | undefined, { name }: Grouping) {
  return wholeList(name === "day" ? usage?.data.toReversed() : usage?.data);
}

interface GroupingSwitchProps {
  grouping: Grouping;
  onChange: (name: Grouping["name"]) => void;
}

function GroupingSwitch({ grouping, onChange }: GroupingSwitchProps) {
  return (
    <Group>
      <SegmentedControl<Grouping["name"]>
        aria-label="Group by"
        data={groupings.map(({ name, label }) => ({ value: name, label }))}
        value={grouping.name}
        onChange={onChange}
      />
    </Group>
  );
}

function tilesOf(usage: UsageView | undefined): readonly Tile[] {
  const { requests = 0, errors = 0, rate_limited = 0, p50_ms = null, p95_ms = null } = usage?.totals ?? {};
  return [
    { label: "Requests", value: formatCount(requests) },
    {
      label: "Errors",
      value: formatCount(errors),
      note: `${formatPercent(errors, requests)} of requests`,
    },
    { label: "Rate-limited (429)", value: formatCount(rate_limited) },
    { label: "Latency (p50)", value: formatMs(p50_ms), note: `p95 ${formatMs(p95_ms)}` },
  ];
}
