import { getRouteApi } from "@tanstack/react-router";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { ObjectError } from "../../../components/object-error.tsx";
import { PageSkeleton } from "../../../components/skeleton.tsx";
import { useEnvironment } from "../../../environment.ts";
import { filtersOf, newShipmentFilters } from "../../../filters.ts";
import { useRead } from "../../../queries.ts";
import { useStopZones } from "../../../zone.ts";
import { NewShipmentForm } from "./form.tsx";
import { lastOrder, likeLast, shipmentsRead } from "./last-order.ts";
import { copyOf, emptyShipment, newShipment } from "./values.ts";

const route = getRouteApi("/$environment/shipments/new");
const readFilters = filtersOf(newShipmentFilters);

/** The form for a shipment: as the last one begins, or filled with a copy of another. */
export function NewShipmentPage() {
  const environment = useEnvironment();
  const { copy } = readFilters(route.useSearch());
  return copy === undefined ? <New key={environment} /> : <Copied key={copy} id={copy} />;
}

function New() {
  const { data, isPending } = useRead("/platform/shipments", {
    environment: useEnvironment(),
    query: { limit: shipmentsRead },
  });
  if (isPending) return <PageSkeleton />;
  const last = lastOrder(data?.data ?? []);
  return <NewShipmentForm initial={last ? likeLast(last) : newShipment()} isLikeLast={last !== undefined} />;
}

function Copied({ id }: { id: string }) {
  const environment = useEnvironment();
  const { data, error } = useRead(`/platform/shipments/${encodeURIComponent(id)}`, {
    environment,
  });
  if (error && !data) return <ObjectError problem={error} kind="shipment" />;
  if (!data) return <PageSkeleton />;
  if (data.redacted_at === null) return <FilledForm shipment={data} />;
  return <NewShipmentForm initial={emptyShipment} copied={data} />;
}

function FilledForm({ shipment }: { shipment: ShipmentView }) {
  const zones = useStopZones(shipment);
  if (!zones) return <PageSkeleton />;
  return <NewShipmentForm initial={copyOf(shipment, zones)} copied={shipment} />;
}
