import { TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { dayMs } from "@/infra/units.ts";
import { pageNow } from "@/web/browser/clock.ts";
import { Notice } from "../../components/notice.tsx";
import { filtersOf, printedDayFilters } from "../../filters.ts";
import { timeZoneName } from "../../times.ts";
import { Own, Paper, PaperHead } from "./paper.tsx";
import { dayAt, dayOfShipment, dayOnPaper, momentOnPaper, windowOnPaper } from "./paper-times.ts";
import { type PaperBasis, rowsMax, usePaper, useWhole, useZones } from "./use-paper.ts";

const route = getRouteApi("/$environment/print/day");
const readFilters = filtersOf(printedDayFilters);
/** A window starts at most 30 days after its shipment is created. */
const aheadDays = 31;

/** All shipments of a day that the filters of the list leave, to print. */
export function DayListPage() {
  const { day = dayAt(toTimestamp(pageNow()), ""), ...filters } = readFilters(route.useSearch());
  const navigate = route.useNavigate();
  const { paper, error } = usePaper();
  const begin = Date.parse(day);
  const span = {
    created_after: toTimestamp(begin - aheadDays * dayMs),
    created_before: toTimestamp(begin + 2 * dayMs),
  };
  const { data, error: noList } = useWhole("/platform/shipments", { ...filters, ...span });
  const zones = useZones(data?.rows.map(({ delivery }) => delivery.address));
  const ofDay = data && zones && inDay(data.rows, zones, day);
  return (
    <Paper
      title="Shipments of the day"
      lead="With state, rider and window. A shipment belongs to the day of its delivery window, else of its pickup window, else when it is expected, else when it was created."
      paper={ofDay ? paper : undefined}
      problem={error ?? noList}
      choice={
        <>
          <TextInput
            type="date"
            label="Day"
            value={day}
            onChange={({ currentTarget }) =>
              currentTarget.value !== "" &&
              void navigate({ search: { ...filters, day: currentTarget.value }, replace: true })
            }
          />
          {data?.isCut && (
            <Notice tone="warn">
              More than {rowsMax} shipments were created around this day. Filter the list, then print it.
            </Notice>
          )}
        </>
      }
    >
      {(basis) => ofDay && <Sheet paper={basis} day={day} {...ofDay} />}
    </Paper>
  );
}

interface Zoned {
  shipment: ListedShipmentView;
  zone: string;
}

interface OfDay {
  shown: readonly Zoned[];
  /** How many are left out, because their personal data was erased. */
  erased: number;
}

function inDay(rows: readonly ListedShipmentView[], zones: readonly string[], day: string): OfDay {
  const ofDay = rows
    .map((shipment, index) => ({ shipment, zone: zones[index] ?? "" }))
    .filter(({ shipment, zone }) => dayOfShipment(shipment, zone) === day);
  const shown = ofDay.filter(({ shipment }) => shipment.redacted_at === null);
  const startOf = ({ shipment: { delivery, pickup, created_at } }: Zoned) =>
    delivery.window?.start ?? pickup.window?.start ?? created_at;
  return {
    shown: shown.sort((one, other) => startOf(one).localeCompare(startOf(other))),
    erased: ofDay.length - shown.length,
  };
}

function Sheet({ paper, day, shown, erased }: OfDay & { paper: PaperBasis; day: string }) {
  const { texts, account } = paper;
  const [first] = shown;
  const isOneZone = new Set(shown.map(({ zone }) => zone)).size <= 1;
  const place = {
    language: account.language,
    country: first?.shipment.delivery.address.country ?? "",
    zone: first?.zone ?? "",
  };
  return (
    <>
      <PaperHead
        paper={paper}
        title={texts.dayList}
        facts={[
          dayOnPaper(day, place),
          isOneZone && texts.times(place.zone || timeZoneName()),
          texts.shipments(shown.length),
          texts.printed(momentOnPaper(pageNow(), place)),
        ]}
      />
      {shown.length === 0 ? (
        <p>{texts.noShipments}</p>
      ) : (
        <table className="paper-table">
          <thead>
            <tr>
              {[texts.window, texts.shipment, texts.recipient, texts.rider, texts.state].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ shipment, zone }) => (
              <Row
                key={shipment.id}
                paper={paper}
                shipment={shipment}
                zone={zone}
                day={day}
                namesZone={!isOneZone}
              />
            ))}
          </tbody>
        </table>
      )}
      {erased > 0 && <p className="paper-note">{texts.erased(erased)}</p>}
      <p className="paper-note">
        {texts.mayChange} {texts.destroy}
      </p>
    </>
  );
}

interface RowProps extends Zoned {
  paper: PaperBasis;
  day: string;
  namesZone: boolean;
}

function Row({ paper: { texts, account }, shipment, zone, day, namesZone }: RowProps) {
  const { delivery, pickup, tracking_number, reference, assignment, status, parcels } = shipment;
  const { address, contact } = delivery;
  const place = { language: account.language, country: address.country, zone };
  const pieces = parcels.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <tr>
      <td>
        <Own>{delivery.window ? windowOnPaper(delivery.window, place, day) : texts.noWindow}</Own>
        {namesZone && <small>{zone || timeZoneName()}</small>}
      </td>
      <td>
        <bdi className="paper-number" dir="ltr">
          {tracking_number}
        </bdi>
        {reference && (
          <small>
            <Own>{reference}</Own>
          </small>
        )}
        <small>{texts.pieces(pieces)}</small>
      </td>
      <td>
        <Own>{[contact.name, contact.company].filter(Boolean).join(", ")}</Own>
        <small>
          <Own>{[address.line1, address.line2].filter(Boolean).join(", ")}</Own>
        </small>
        <small>
          <Own>{[address.postal_code, address.city].filter(Boolean).join(" ")}</Own>
        </small>
        <small>
          {texts.pickup}: <Own>{[pickup.contact.name, pickup.address.line1].filter(Boolean).join(", ")}</Own>
        </small>
      </td>
      <td>
        <Own>{assignment?.driver?.name ?? "—"}</Own>
        {assignment && (
          <small>
            <Own>{assignment.carrier.name}</Own>
          </small>
        )}
      </td>
      <td>{texts.statuses[status]}</td>
    </tr>
  );
}
