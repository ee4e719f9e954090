import { Button } from "@mantine/core";
import { IconDownload, IconReceipt, IconSearchOff } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { chargeKinds } from "@/delivery/lifecycle/charges/charge.ts";
import type { ListedChargeView } from "@/delivery/lifecycle/charges/schema.ts";
import { getCsv } from "../../../browser/api.ts";
import { Empty } from "../../components/empty.tsx";
import { ChoiceFilter, FilterBar, SpanFilter, TextFilter } from "../../components/filter-bar.tsx";
import { Identifier, shortId } from "../../components/identifier.tsx";
import { ShipmentLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { chargeFilters, type Filters, filtersOf } from "../../filters.ts";
import { formatMoney, humanize } from "../../format.ts";
import { useAction, useList } from "../../queries.ts";
import { saveCsv } from "../../save-file.ts";
import { useFleetsOnceOwn } from "../drivers/fleets.ts";
import { explainCharge } from "../shipments/shipment/charge-words.ts";
import { ChargeTabs } from "./tabs.tsx";

type ChargeFilter = (typeof chargeFilters)[number];

const readFilters = filtersOf(chargeFilters);
const route = getRouteApi("/$environment/charges");
const kindData = chargeKinds.map((value) => ({ value, label: humanize(value) }));

const leads = {
  sandbox: "What deliveries would cost. Charges of the sandbox are not billed.",
  live: "Every price, fee and refund. Their sum is what you owe, in each currency.",
} as const;
const ownFleetLead =
  "Every price, fee and refund. Of your own fleet they are what your deliveries are worth. What others bill is what you owe.";

const billerNames = { installation: "This installation", carrier: "Your carrier" } as const;

export function ChargesPage() {
  const environment = useEnvironment();
  const filters = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const charges = useList("/platform/charges", { environment, query: filters });
  const fleets = useFleetsOnceOwn();
  const isOfOwnFleet = ({ billed_by, carrier_id }: Pick<ListedChargeView, "billed_by" | "carrier_id">) =>
    billed_by === "carrier" && fleets.has(carrier_id);
  const hasOwnFleet =
    [...fleets.values()].some(({ settings }) => settings !== null) || charges.rows?.some(isOfOwnFleet);
  const download = useAction((_: undefined) => getCsv("/platform/charges", { environment, query: filters }), {
    changes: [],
    onDone: (text) => saveCsv(`waybill-charges-${environment}.csv`, text),
  });
  const show = (changed: Filters<ChargeFilter>) =>
    void navigate({ search: readFilters(changed), replace: true });
  const field = (name: ChargeFilter) => ({
    value: filters[name],
    onChange: (value: string) => show({ ...filters, [name]: value }),
  });
  return (
    <Page
      title="Charges"
      lead={environment === "live" && hasOwnFleet ? ownFleetLead : leads[environment]}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={download.isPending}
          onClick={() => download.mutate(undefined)}
        >
          Download CSV
        </Button>
      }
    >
      <ChargeTabs />
      <ActionProblem problem={download.error} />
      <FilterBar filters={filters} onClear={() => show({})}>
        <ChoiceFilter label="Kind" data={kindData} {...field("kind")} />
        <TextFilter label="Shipment" placeholder="shp_…" {...field("shipment_id")} />
        <TextFilter label="Carrier" placeholder="car_…" {...field("carrier_id")} />
        <TextFilter label="Order form" placeholder="frm_…" {...field("order_form_id")} />
        <SpanFilter field={field} />
      </FilterBar>
      <ListTable
        list={charges}
        label="Charges"
        keyOf={({ id }) => id}
        columns={[
          { title: "Kind", main: true, cell: ({ kind }) => humanize(kind) },
          {
            title: "Shipment",
            cell: ({ shipment_id, shipment }) => (
              <ShipmentLink environment={environment} id={shipment_id} fz="sm">
                {shipment?.reference ?? shipment?.tracking_number ?? shortId(shipment_id)}
              </ShipmentLink>
            ),
          },
          { title: "Amount", align: "right", cell: ({ amount }) => formatMoney(amount) },
          { title: "Reason", cell: (charge) => (isPlain(charge) ? "" : explainCharge(charge)) },
          {
            title: "Billed by",
            cell: (charge) =>
              isOfOwnFleet(charge)
                ? ownFleetName(fleets.get(charge.carrier_id))
                : billerNames[charge.billed_by],
          },
          { title: "Time", cell: ({ created_at }) => <Time at={created_at} /> },
          { title: "ID", cell: ({ id }) => <Identifier id={id} /> },
        ]}
        empty={
          Object.keys(filters).length > 0 ? (
            <Empty icon={IconSearchOff} title="No charges match">
              Change or clear the filters above.
            </Empty>
          ) : (
            <Empty icon={IconReceipt} title="No charges yet">
              Accept a quote. Its price appears here.
            </Empty>
          )
        }
      />
    </Page>
  );
}

/** Its kind says enough. */
function isPlain({ kind, reason }: ListedChargeView): boolean {
  return !reason && kind !== "adjustment";
}

/** One that the installation has got since bills what came after. */
function ownFleetName(fleet: { name: string; settings: object | null } | undefined): string {
  return `${fleet?.name}, your own fleet${fleet?.settings === null ? " then" : ""}`;
}
