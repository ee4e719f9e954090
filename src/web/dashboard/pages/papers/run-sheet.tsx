import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { StopView } from "@/delivery/fleet/dispatch/stops/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import { toTimestamp } from "@/infra/clock.ts";
import { qrSvg } from "@/infra/text/qr.ts";
import { pageNow } from "@/web/browser/clock.ts";
import type { Problem } from "@/web/browser/problem.ts";
import { useEnvironment } from "../../environment.ts";
import { useRead } from "../../queries.ts";
import { timeZoneName } from "../../times.ts";
import { formatWeight, unitsIn } from "../../units.ts";
import { Own, Paper, PaperHead } from "./paper.tsx";
import { dayAt, dayOnPaper, localeOf, momentOnPaper, windowOnPaper } from "./paper-times.ts";
import { type PaperBasis, usePaper, useWhole, useZones } from "./use-paper.ts";

const route = getRouteApi("/$environment/print/run-sheet/$driverId");

/** What is beside the stops. */
interface Beside {
  zones: readonly string[];
  /** QR codes as SVG, by tracking number. */
  codes: ReadonlyMap<string, string>;
  /** Of recipients whom riders may call, by shipment. */
  phones: ReadonlyMap<string, string | null>;
}

/** The stops of a rider in their order, to print. A PIN never stands on it. */
export function RunSheetPage() {
  const environment = useEnvironment();
  const { driverId } = route.useParams();
  const { paper, error } = usePaper();
  const { data: driver, error: noDriver } = useRead(`/platform/drivers/${driverId}`, { environment });
  const { data: read, error: noStops } = useRead(`/platform/drivers/${driverId}/stops`, { environment });
  // An offer is not the rider's yet.
  const stops = read?.data.filter(({ state }) => state !== "offered");
  const zones = useZones(stops?.map(({ address }) => address));
  const { data: codes, error: noCodes } = useCodes(stops);
  const { data: phones, error: noPhones } = usePhones(driver);
  const isWhole = driver && stops && zones && codes && phones;
  return (
    <Paper
      title="Run sheet"
      lead="The stops of a rider in their order, with room for a signature and a note. It has no PINs."
      paper={isWhole ? paper : undefined}
      problem={error ?? noDriver ?? noStops ?? noCodes ?? noPhones}
    >
      {(basis) =>
        isWhole && <Sheet paper={basis} driver={driver} stops={stops} beside={{ zones, codes, phones }} />
      }
    </Paper>
  );
}

/** Codes of the shipments, for the scanner of the driver's page. */
function useCodes(stops: readonly StopView[] | undefined) {
  const numbers = [...new Set(stops?.flatMap(({ tracking_number }) => tracking_number ?? []))];
  return useQuery({
    queryKey: ["QR codes", numbers],
    queryFn: async () =>
      new Map(await Promise.all(numbers.map(async (number) => [number, await qrSvg(number)] as const))),
    enabled: stops !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Undefined until they are there. A stop has them from the pickup on only, and paper is printed before. */
function usePhones(driver: DriverView | undefined): {
  data: Beside["phones"] | undefined;
  error: Problem | null;
} {
  const environment = useEnvironment();
  const { carrier_id = "" } = driver ?? {};
  const fleet = useRead(`/platform/carriers/${carrier_id}`, { environment, enabled: driver !== undefined });
  const settings: Readonly<Record<string, unknown>> = fleet.data?.settings ?? {};
  const mayCall = settings.riders_may_call === true;
  const status = "assigned,in_transit,returning";
  const { data, error } = useWhole("/platform/shipments", { carrier_id, status }, mayCall);
  if (fleet.data && !mayCall) return { data: new Map(), error: null };
  const phones = data && new Map(data.rows.map(({ id, delivery }) => [id, delivery.contact.phone]));
  return { data: phones, error: error ?? fleet.error };
}

interface SheetProps {
  paper: PaperBasis;
  driver: DriverView;
  stops: readonly StopView[];
  beside: Beside;
}

function Sheet({ paper, driver, stops, beside }: SheetProps) {
  const { texts, account } = paper;
  const [zone = ""] = beside.zones;
  const country = stops[0]?.address.country ?? "";
  const place = { language: account.language, country, zone };
  const now = toTimestamp(pageNow());
  const isOneZone = new Set(beside.zones).size <= 1;
  return (
    <>
      <PaperHead
        paper={paper}
        title={texts.runSheet}
        facts={[
          <>
            {texts.rider}: <Own>{driver.name}</Own>
          </>,
          dayOnPaper(dayAt(now, zone), place),
          isOneZone && texts.times(zone || timeZoneName()),
          texts.stops(stops.length),
          texts.printed(momentOnPaper(now, place)),
        ]}
      />
      {stops.length === 0 && <p>{texts.noStops}</p>}
      <ol className="paper-stops">
        {stops.map((stop, index) => (
          <Stop
            key={stop.id}
            paper={paper}
            stop={stop}
            zone={beside.zones[index] ?? ""}
            namesZone={!isOneZone}
            code={beside.codes.get(stop.tracking_number ?? "")}
            phone={stop.kind === "delivery" ? (beside.phones.get(stop.shipment_id) ?? null) : null}
          />
        ))}
      </ol>
      <p className="paper-note">
        {texts.mayChange} {texts.destroy}
      </p>
    </>
  );
}

interface StopProps {
  paper: PaperBasis;
  stop: StopView;
  zone: string;
  namesZone: boolean;
  code: string | undefined;
  /** Of the recipient, if the rider may call. */
  phone: string | null;
}

function Stop({ paper: { texts, account }, stop, zone, namesZone, code, phone }: StopProps) {
  const { address, contact, sender_contact, kind, window, requirements } = stop;
  const place = { language: account.language, country: address.country, zone };
  const day = dayAt(toTimestamp(pageNow()), zone);
  const weight = formatWeight(stop.weight_grams, unitsIn(account.units, address.country), localeOf(place));
  const asked = stop.recipient_instructions;
  const senderPhone = sender_contact?.phone;
  const called = contact?.phone ?? phone;
  return (
    <li className="paper-stop">
      <div className="paper-check" aria-hidden="true" />
      <div className="paper-body">
        <p className="paper-when">
          <strong>{texts[kind]}</strong> ·{" "}
          <Own>{window ? windowOnPaper(window, place, day) : texts.noWindow}</Own>
          {namesZone && ` · ${zone || timeZoneName()}`}
        </p>
        <p className="paper-who">
          <Own>{[contact?.name, contact?.company].filter(Boolean).join(", ")}</Own>
          {called && (
            <>
              {" · "}
              <bdi dir="ltr">{called}</bdi>
            </>
          )}
        </p>
        <p>
          <Own>{[address.line1, address.line2].filter(Boolean).join(", ")}</Own>
          <br />
          <Own>{[address.postal_code, address.city, address.state].filter(Boolean).join(" ")}</Own>
        </p>
        {senderPhone && !called && <p>{texts.senderPhone(isolated(senderPhone))}</p>}
        {stop.instructions && (
          <p>
            {texts.instructions}: <Own>{stop.instructions}</Own>
          </p>
        )}
        {asked && (
          <p>
            {texts.recipientAsks}:{" "}
            <Own>
              {[asked.leave && leaveText(texts, asked.leave), asked.text].filter(Boolean).join(" · ")}
            </Own>
          </p>
        )}
        <p>
          {texts.pieces(stop.parcel_count)} · <Own>{weight}</Own>
          {requirements && neededText(texts, requirements, localeOf(place))}
        </p>
      </div>
      <div className="paper-code">
        {code && <img alt="" src={`data:image/svg+xml,${encodeURIComponent(code)}`} />}
        <bdi className="paper-number" dir="ltr">
          {stop.tracking_number}
        </bdi>
        {stop.reference && <Own>{stop.reference}</Own>}
      </div>
      <div className="paper-lines">
        {[texts.time, texts.name, texts.signature, texts.note].map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </li>
  );
}

type Texts = PaperBasis["texts"];

function leaveText(texts: Texts, { where, note }: { where: string; note: string | null }): string {
  const place = (texts.leave as Readonly<Record<string, string>>)[where] ?? where;
  return note ? `${place}: ${note}` : place;
}

/** What the recipient's proof needs; of a PIN only that one is asked for. */
function neededText(
  texts: Texts,
  { signature, photo, pin, min_age }: NonNullable<StopView["requirements"]>,
  locale: string,
): string {
  const needed = [
    signature && texts.signature,
    photo && texts.photo,
    pin && texts.pin,
    min_age !== null && texts.age(min_age),
  ].filter((text) => text !== false);
  const list = new Intl.ListFormat(locale, { style: "short", type: "unit" });
  return needed.length === 0 ? "" : ` · ${texts.needs}: ${list.format(needed)}`;
}

/** Left to right, in a sentence of any direction. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
