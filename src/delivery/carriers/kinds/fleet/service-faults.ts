import type { FieldError } from "../../../../infra/errors.ts";
import { hourErrors } from "./hour-faults.ts";
import type { RateCard } from "./schema.ts";
import { applyRules, duplicates, type SoundParts } from "./sound-parts.ts";
import { feeSubstatuses, priceLineCodes } from "./words.ts";

type Service = RateCard["services"][number];
type Surcharge = NonNullable<Service["surcharges"]>[number];

/** What a service of a card says that cannot be. @param zones codes of the card's zones */
export function serviceErrors(
  service: Service,
  pointer: string,
  zones: ReadonlySet<string>,
  parts: SoundParts,
): FieldError[] {
  const listed = (name: "pickup_zones" | "delivery_zones") =>
    zoneListErrors(service[name], `${pointer}/${name}`, zones);
  return [
    ...applyRules(parts, pointer, [
      [["pickup_zones"], () => listed("pickup_zones")],
      [["delivery_zones"], () => listed("delivery_zones")],
      [
        ["pickup_zones", "delivery_zones", "zone_prices"],
        () => zonePriceErrors(service, `${pointer}/zone_prices`),
      ],
      [["limits"], () => limitErrors(service.limits, `${pointer}/limits`)],
      [["cancellation"], () => cancellationErrors(service.cancellation, `${pointer}/cancellation`)],
      [["hours", "cut_off", "closed_dates"], () => hourErrors(service, pointer)],
      [["speed_kmh", "transit_minutes"], () => speedErrors(service, pointer)],
    ]),
    ...(parts.isReached(`${pointer}/price`) ? priceErrors(service.price, `${pointer}/price`, parts) : []),
    ...(parts.isReached(`${pointer}/surcharges`)
      ? surchargesErrors(service.surcharges ?? [], `${pointer}/surcharges`, parts)
      : []),
  ];
}

function zoneListErrors(codes: readonly string[], pointer: string, zones: ReadonlySet<string>): FieldError[] {
  const detail = "must be the code of a zone of this card";
  return codes.flatMap((code, index) =>
    zones.has(code) ? [] : [{ pointer: `${pointer}/${index}`, code: "unknown_zone", detail }],
  );
}

function zonePriceErrors(
  { zone_prices = [], pickup_zones, delivery_zones }: Service,
  pointer: string,
): FieldError[] {
  const [froms, tos] = [new Set(pickup_zones), new Set(delivery_zones)];
  const unknown = zone_prices.flatMap(({ from, to }, index) => [
    ...(froms.has(from) ? [] : [unlisted(`${pointer}/${index}/from`, "pickup_zones")]),
    ...(tos.has(to) ? [] : [unlisted(`${pointer}/${index}/to`, "delivery_zones")]),
  ]);
  const pairs = zone_prices.map(({ from, to }, index) => ({
    key: `${from} ${to}`,
    pointer: `${pointer}/${index}`,
  }));
  return [...unknown, ...duplicates(pairs)];
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

function priceErrors(price: Service["price"], pointer: string, parts: SoundParts): FieldError[] {
  const threeDecimals = (name: "included_km" | "included_kg"): FieldError[] =>
    hasDecimals(price[name] ?? 0, 3)
      ? []
      : [{ pointer: `${pointer}/${name}`, code: "decimals", detail: "must have at most 3 decimals" }];
  const bounds = (): FieldError[] => {
    const { minimum = null, maximum = null } = price;
    if (minimum === null || maximum === null || minimum <= maximum) return [];
    return [{ pointer: `${pointer}/maximum`, code: "contradictory", detail: "must be at least minimum" }];
  };
  return applyRules(parts, pointer, [
    [["included_km"], () => threeDecimals("included_km")],
    [["included_kg"], () => threeDecimals("included_kg")],
    [["minimum", "maximum"], bounds],
    [["weight_steps"], () => stepErrors(price.weight_steps ?? [], `${pointer}/weight_steps`)],
  ]);
}

function stepErrors(steps: NonNullable<Service["price"]["weight_steps"]>, pointer: string): FieldError[] {
  const detail = "must be greater than from_grams of the step before";
  return steps.flatMap(({ from_grams }, index) => {
    const before = steps[index - 1];
    if (!before || from_grams > before.from_grams) return [];
    return [{ pointer: `${pointer}/${index}/from_grams`, code: "order", detail }];
  });
}

/** Whether the number is exact with so many decimals. */
function hasDecimals(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
}

function surchargesErrors(
  surcharges: readonly Surcharge[],
  pointer: string,
  parts: SoundParts,
): FieldError[] {
  const places = surcharges.map((_, index) => `${pointer}/${index}`);
  const codes = places.map((place) => `${place}/code`);
  return [
    ...surcharges.flatMap((surcharge, index) => {
      const place = places[index] ?? pointer;
      return parts.isSound(place) ? surchargeErrors(surcharge, place) : [];
    }),
    ...duplicates(
      codes.flatMap((place, index) =>
        parts.isSound(place) ? [{ key: surcharges[index]?.code ?? "", pointer: place }] : [],
      ),
    ),
  ];
}

function surchargeErrors({ code, amount, percent, when }: Surcharge, place: string): FieldError[] {
  const errors: FieldError[] = [];
  if ((priceLineCodes as readonly string[]).includes(code)) {
    errors.push({ pointer: `${place}/code`, code: "reserved", detail: "is the code of another price line" });
  }
  if (amount === undefined && percent === undefined) {
    const detail = "is required, unless percent is given";
    errors.push({ pointer: `${place}/amount`, code: "required", detail });
  }
  if (amount !== undefined && percent !== undefined) {
    const detail = "must not be given together with amount";
    errors.push({ pointer: `${place}/percent`, code: "contradictory", detail });
  }
  if (percent !== undefined && !hasDecimals(percent, 2)) errors.push(twoDecimals(`${place}/percent`));
  if (when && (when.from === undefined) !== (when.to === undefined)) {
    const missing = when.from === undefined ? "from" : "to";
    const detail = "is required: send from and to together";
    errors.push({ pointer: `${place}/when/${missing}`, code: "required", detail });
  }
  return errors;
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
