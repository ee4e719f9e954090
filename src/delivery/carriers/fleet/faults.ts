import type { FieldError } from "../../../infra/errors.ts";
import { hourErrors } from "./hour-faults.ts";
import type { RateCard } from "./schema.ts";
import { feeSubstatuses, priceLineCodes } from "./words.ts";
import { normalPostal } from "./zones.ts";

/** What a rate card says that cannot be, although each member fits its schema. */

type Service = RateCard["services"][number];
type Zone = RateCard["zones"][number];

/** More would help nobody: a card with so many faults is not a slip. */
const errorsMax = 50;

/** Every fault with its JSON pointer; none for a card that can be used. */
export function cardErrors(card: RateCard): FieldError[] {
  const zones = new Set(card.zones.map(({ code }) => code));
  return [
    ...timeZoneErrors(card.time_zone),
    ...duplicates(
      card.zones,
      (zone) => zone.code,
      (index) => `#/zones/${index}/code`,
    ),
    ...card.zones.flatMap((zone, index) => zoneErrors(zone, `#/zones/${index}`)),
    ...duplicates(
      card.services,
      (service) => service.code,
      (index) => `#/services/${index}/code`,
    ),
    ...card.services.flatMap((service, index) => serviceErrors(service, `#/services/${index}`, zones)),
  ].slice(0, errorsMax);
}

function timeZoneErrors(name: string): FieldError[] {
  const detail = "must be an IANA time zone such as Europe/Berlin";
  return isTimeZone(name) ? [] : [{ pointer: "#/time_zone", code: "format", detail }];
}

/** An IANA name. An offset such as +01:00 knows no daylight saving time, and is refused. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch {
    return false;
  }
}

/** The entries whose key an earlier entry has. */
function duplicates<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  pointerOf: (index: number) => string,
): FieldError[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ pointer: pointerOf(index), code: "duplicate", detail: "must not repeat an earlier entry" }];
  });
}

function zoneErrors({ countries, postal_prefixes, radius }: Zone, pointer: string): FieldError[] {
  if (countries === undefined && radius === undefined) {
    return [
      { pointer: `${pointer}/countries`, code: "required", detail: "is required, unless radius is given" },
    ];
  }
  if (radius !== undefined) {
    return (["countries", "postal_prefixes"] as const)
      .filter((name) => (name === "countries" ? countries : postal_prefixes) !== undefined)
      .map((name) => ({
        pointer: `${pointer}/${name}`,
        code: "contradictory",
        detail: "must not be given together with radius",
      }));
  }
  return (postal_prefixes ?? []).flatMap((prefix, index) =>
    normalPostal(prefix) !== ""
      ? []
      : [
          {
            pointer: `${pointer}/postal_prefixes/${index}`,
            code: "format",
            detail: "must contain a letter or a digit",
          },
        ],
  );
}

function serviceErrors(service: Service, pointer: string, zones: ReadonlySet<string>): FieldError[] {
  return [
    ...listedZoneErrors(service, pointer, zones),
    ...limitErrors(service.limits, `${pointer}/limits`),
    ...priceErrors(service.price, `${pointer}/price`),
    ...surchargeErrors(service.surcharges ?? [], `${pointer}/surcharges`),
    ...cancellationErrors(service.cancellation, `${pointer}/cancellation`),
    ...hourErrors(service, pointer),
    ...speedErrors(service, pointer),
  ];
}

function listedZoneErrors(service: Service, pointer: string, zones: ReadonlySet<string>): FieldError[] {
  const listed = (["pickup_zones", "delivery_zones"] as const).flatMap((name) =>
    service[name].flatMap((code, index) =>
      zones.has(code)
        ? []
        : [
            {
              pointer: `${pointer}/${name}/${index}`,
              code: "unknown_zone",
              detail: "must be the code of a zone of this card",
            },
          ],
    ),
  );
  const prices = service.zone_prices ?? [];
  const [froms, tos] = [new Set(service.pickup_zones), new Set(service.delivery_zones)];
  const priced = prices.flatMap(({ from, to }, index) => [
    ...(froms.has(from) ? [] : [unlisted(`${pointer}/zone_prices/${index}/from`, "pickup_zones")]),
    ...(tos.has(to) ? [] : [unlisted(`${pointer}/zone_prices/${index}/to`, "delivery_zones")]),
  ]);
  const repeated = duplicates(
    prices,
    ({ from, to }) => `${from} ${to}`,
    (index) => `${pointer}/zone_prices/${index}`,
  );
  return [...listed, ...priced, ...repeated];
}

const unlisted = (pointer: string, list: string): FieldError => ({
  pointer,
  code: "unknown_zone",
  detail: `must be one of the service's ${list}`,
});

/** Sides are compared longest first, so a limit cannot rise from one to the next. */
function limitErrors(limits: Service["limits"], pointer: string): FieldError[] {
  const sides = (["length_mm", "width_mm", "height_mm"] as const)
    .map((name) => ({ name, limit: limits?.[name] ?? null }))
    .filter((side) => side.limit !== null) as { name: string; limit: number }[];
  return sides.flatMap(({ name, limit }, index) => {
    const longer = sides[index - 1];
    if (!longer || limit <= longer.limit) return [];
    const detail = `must be at most ${longer.name}: the sides of a parcel are compared longest first`;
    return [{ pointer: `${pointer}/${name}`, code: "contradictory", detail }];
  });
}

function priceErrors(price: Service["price"], pointer: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ["included_km", "included_kg"] as const) {
    if (hasDecimals(price[name] ?? 0, 3)) continue;
    errors.push({ pointer: `${pointer}/${name}`, code: "decimals", detail: "must have at most 3 decimals" });
  }
  const { minimum = null, maximum = null } = price;
  if (minimum !== null && maximum !== null && minimum > maximum) {
    errors.push({ pointer: `${pointer}/maximum`, code: "contradictory", detail: "must be at least minimum" });
  }
  const steps = price.weight_steps ?? [];
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (!before || step.from_grams > before.from_grams) continue;
    const detail = "must be greater than from_grams of the step before";
    errors.push({ pointer: `${pointer}/weight_steps/${index}/from_grams`, code: "order", detail });
  }
  return errors;
}

/** Whether the number is exact with so many decimals. */
function hasDecimals(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
}

function surchargeErrors(surcharges: NonNullable<Service["surcharges"]>, pointer: string): FieldError[] {
  const each = surcharges.flatMap(({ code, amount, percent, when }, index): FieldError[] => {
    const place = `${pointer}/${index}`;
    const errors: FieldError[] = [];
    if ((priceLineCodes as readonly string[]).includes(code)) {
      errors.push({
        pointer: `${place}/code`,
        code: "reserved",
        detail: "is the code of another price line",
      });
    }
    if (amount === undefined && percent === undefined) {
      errors.push({
        pointer: `${place}/amount`,
        code: "required",
        detail: "is required, unless percent is given",
      });
    }
    if (amount !== undefined && percent !== undefined) {
      errors.push({
        pointer: `${place}/percent`,
        code: "contradictory",
        detail: "must not be given together with amount",
      });
    }
    if (percent !== undefined && !hasDecimals(percent, 2)) errors.push(twoDecimals(`${place}/percent`));
    if (when && (when.from === undefined) !== (when.to === undefined)) {
      const missing = when.from === undefined ? "from" : "to";
      const detail = "is required: send from and to together";
      errors.push({ pointer: `${place}/when/${missing}`, code: "required", detail });
    }
    return errors;
  });
  return [
    ...each,
    ...duplicates(
      surcharges,
      ({ code }) => code,
      (index) => `${pointer}/${index}/code`,
    ),
  ];
}

function cancellationErrors(steps: Service["cancellation"], pointer: string): FieldError[] {
  return steps.flatMap(({ until, percent }, index): FieldError[] => {
    const before = steps[index - 1];
    const isLater = !before || feeSubstatuses.indexOf(until) > feeSubstatuses.indexOf(before.until);
    const detail = `must be later than the step before, in the order ${feeSubstatuses.join(", ")}`;
    return [
      ...(isLater ? [] : [{ pointer: `${pointer}/${index}/until`, code: "order", detail }]),
      ...(hasDecimals(percent, 2) ? [] : [twoDecimals(`${pointer}/${index}/percent`)]),
    ];
  });
}

const twoDecimals = (pointer: string): FieldError => ({
  pointer,
  code: "decimals",
  detail: "must have at most 2 decimals",
});

function speedErrors({ speed_kmh, transit_minutes }: Service, pointer: string): FieldError[] {
  if ((speed_kmh ?? null) !== null || (transit_minutes ?? null) !== null) return [];
  const detail = "is required, unless transit_minutes is given";
  return [{ pointer: `${pointer}/speed_kmh`, code: "required", detail }];
}
