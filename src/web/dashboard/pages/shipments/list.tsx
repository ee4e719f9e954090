import { Button, Group, Stack } from "@mantine/core";
import { IconPackage, IconPlus, IconSearchOff, IconX } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { shortShipment } from "@/delivery/lifecycle/state/example.ts";
import { statuses } from "@/delivery/model/model.ts";
import { Empty } from "../../components/empty.tsx";
import {
  DeliverySpanFilter,
  FilterBar,
  SpanFilter,
  TextFilter,
  WordsFilter,
} from "../../components/filter-bar.tsx";
import { NoCarriersNotice } from "../../components/no-carriers.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { RushHour } from "../../components/rush-hour.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { curl } from "../../curl.ts";
import { useEnvironment } from "../../environment.ts";
import { type Filters, filtersOf, shipmentFilters } from "../../filters.ts";
import { humanize } from "../../format.ts";
import { useRefreshOnEvents } from "../../live.ts";
import { pieceHint } from "../../piece-hint.ts";
import { useList, useRead } from "../../queries.ts";
import { CopyDayButton } from "./copy-day.tsx";
import { ShipmentsTable } from "./table.tsx";

type ShipmentFilter = (typeof shipmentFilters)[number];

const route = getRouteApi("/$environment/shipments");
const readFilters = filtersOf(shipmentFilters);
const oldest = "oldest";
const lateEveryMs = 60_000;
const statusData = statuses.map((value) => ({ value, label: humanize(value) }));

/** What people call the order form; undefined until it was read, and without one. */
function useFormName(id: string | undefined): string | undefined {
  const environment = useEnvironment();
  const path = `/platform/order-forms/${encodeURIComponent(id ?? "")}` as const;
  return useRead(path, { environment, enabled: id !== undefined }).data?.name;
}

export function ShipmentsPage() {
  const environment = useEnvironment();
  const { sort, ...filters } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const shown = { ...filters, ...(sort === oldest && { sort }) };
  const isOfDeliveries = filters.delivery_after !== undefined || filters.delivery_before !== undefined;
  // The table is in the order of creation, also where the API would go by the windows.
  const query = { ...shown, ...(isOfDeliveries && sort !== oldest && { sort: "newest" }) };
  // What is late grows later without an event.
  const shipments = useList("/platform/shipments", {
    environment,
    query,
    refetchInterval: lateEveryMs,
  });
  useRefreshOnEvents(environment, ["/platform/shipments"]);
  const show = (changed: Filters<ShipmentFilter>) =>
    void navigate({ search: readFilters(changed), replace: true });
  const showCarrier = useCallback(
    (carrier_id: string) =>
      void navigate({
        search: (before) => readFilters({ ...before, carrier_id }),
        replace: true,
      }),
    [navigate],
  );
  const field = (name: ShipmentFilter) => ({
    value: filters[name as keyof typeof filters],
    onChange: (value: string) => show({ ...shown, [name]: value }),
  });
  const isFiltered = Object.keys(filters).length > 0;
  const carrierName = shipments.rows?.find(({ assignment }) => assignment?.carrier.id === filters.carrier_id)
    ?.assignment?.carrier.name;
  const formName = useFormName(filters.order_form_id);
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
      lead="All your shipments."
      action={
        <Group gap="xs">
          <RushHour environment={environment} />
          <CopyDayButton />
          {createButton}
        </Group>
      }
    >
      <NoCarriersNotice environment={environment} />
      <FilterBar
        filters={filters}
        onClear={() => show({})}
        search={<TextFilter label="Search" placeholder="Number, name, street…" {...field("q")} />}
      >
        <TextFilter label="Reference" placeholder="ORD-1001" {...field("reference")} />
        <WordsFilter label="Status" data={statusData} {...field("status")} />
        <SpanFilter field={field} />
        <DeliverySpanFilter field={field} />
        {filters.order_form_id !== undefined && (
          <Button
            variant="light"
            rightSection={<IconX size={14} />}
            onClick={() => show({ ...shown, order_form_id: "" })}
          >
            Only {formName ?? filters.order_form_id}
          </Button>
        )}
        {filters.carrier_id !== undefined && (
          <Button
            variant="light"
            rightSection={<IconX size={14} />}
            onClick={() => show({ ...shown, carrier_id: "" })}
          >
            Only {carrierName ?? filters.carrier_id}
          </Button>
        )}
      </FilterBar>
      <ShipmentsTable
        environment={environment}
        list={shipments}
        query={query}
        showCarrier={showCarrier}
        order={{
          isDescending: sort !== oldest,
          turn: () => show(sort === oldest ? filters : { ...filters, sort: oldest }),
        }}
        empty={
          isFiltered ? (
            <Empty icon={IconSearchOff} title="No shipments match">
              {pieceHint(filters.q) ?? "Change or clear the search and filters above."}
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
