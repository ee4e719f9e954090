import { Anchor, Text } from "@mantine/core";
import { IconInbox, IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { carrierWebhookStatuses } from "@/delivery/connections/carrier-webhooks/inbox.ts";
import { Empty } from "../../components/empty.tsx";
import { FilterBar, WordsFilter } from "../../components/filter-bar.tsx";
import { shortId } from "../../components/identifier.tsx";
import { SideShipmentLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Time } from "../../components/time.tsx";
import { carrierHookFilters, filtersOf } from "../../filters.ts";
import { humanize } from "../../format.ts";
import { useList } from "../../queries.ts";
import { HookAddress } from "./hook-address.tsx";
import { HookStatus, hooksEveryMs } from "./hook-status.tsx";
import { useCarrier } from "./use-carrier.ts";

const readFilters = filtersOf(carrierHookFilters);
const statusData = carrierWebhookStatuses.map((value) => ({ value, label: humanize(value) }));

/** What the carrier sent, and where it sends it. */
export function CarrierHooksPage() {
  const { environment, path, call } = useCarrier();
  const filters = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const hooks = useList(`${path}/hooks`, {
    ...call,
    query: { ...("query" in call && call.query), ...filters },
    refetchInterval: ({ data }) => hooksEveryMs(data),
  });
  const show = (status: string) =>
    void navigate({ to: ".", search: () => readFilters({ status }), replace: true });
  return (
    <>
      <HookAddress />
      <FilterBar filters={filters} onClear={() => show("")}>
        <WordsFilter label="Status" data={statusData} value={filters.status} onChange={show} />
      </FilterBar>
      <ListTable
        list={hooks}
        label="Webhooks"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Received",
            main: true,
            cell: ({ id, received_at, reason }) => (
              <>
                <HookLink id={id}>
                  <Time at={received_at} isExact />
                </HookLink>
                {reason && (
                  <Text size="xs" c="dimmed" style={{ whiteSpace: "normal" }}>
                    {reason}
                  </Text>
                )}
              </>
            ),
          },
          { title: "Status", badge: true, cell: (hook) => <HookStatus hook={hook} /> },
          {
            title: "Shipment",
            cell: ({ shipment_id: id }) =>
              id === null ? (
                "—"
              ) : (
                <SideShipmentLink environment={environment} id={id} fz="sm">
                  {shortId(id)}
                </SideShipmentLink>
              ),
          },
          { title: "Next attempt", cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
        ]}
        empty={
          filters.status === undefined ? (
            <Empty icon={IconInbox} title="No webhooks yet">
              Enter the webhook address at the carrier. What it sends is listed here for 30 days.
            </Empty>
          ) : (
            <Empty icon={IconSearchOff} title="No webhooks match">
              Change or clear the filter above.
            </Empty>
          )
        }
      />
    </>
  );
}

function HookLink({ id, children }: { id: string; children: ReactNode }) {
  const { carrierId, link } = useCarrier();
  const place = link("/carriers/$carrierId/hooks/$hookId", { carrierId, hookId: id });
  return (
    <Anchor fw={600} fz="sm" renderRoot={(props) => <Link {...place} {...props} />}>
      {children}
    </Anchor>
  );
}
