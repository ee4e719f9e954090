import type { FieldError } from "@/infra/errors.ts";
import { hourErrors } from "./hour-faults.ts";
import { hasDecimals, priceErrors, stepErrors, twoDecimals } from "./price-faults.ts";
import type { RateCard } from "./schema.ts";
import { applyRules, duplicates, type SoundParts } from "./sound-parts.ts";
import { surchargesErrors } from "./surcharge-faults.ts";
import { feeSubstatuses } from "./words.ts";

type Service = RateCard["services"][number];

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
      [
        ["hours", "cut_off", "latest_pickup", "order_until", "closed_dates"],
        () => hourErrors(service, pointer),
      ],
      [["return_percent"], () => percentErrors(service.return_percent, `${pointer}/return_percent`)],
      [["failed_percent"], () => percentErrors(service.failed_percent, `${pointer}/failed_percent`)],
      [["speed_kmh", "transit_minutes"], () => speedErrors(service, pointer)],
    ]),
    ...(parts.isReached(`${pointer}/price`) ? priceErrors(service.price, `${pointer}/price`, parts) : []),
    ...(parts.isReached(`${pointer}/surcharges`)
      ? surchargesErrors(service.surcharges ?? [], `${pointer}/surcharges`, { zones, parts })
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
  const steps = zone_prices.flatMap(({ weight_steps = [] }, index) =>
    stepErrors(weight_steps, `${pointer}/${index}/weight_steps`),
  );
  return [...unknown, ...duplicates(pairs), ...steps];
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

function percentErrors(percent: number | null | undefined, pointer: string): FieldError[] {
  return hasDecimals(percent ?? 0, 2) ? [] : [twoDecimals(pointer)];
}

function speedErrors({ speed_kmh, transit_minutes }: Service, pointer: string): FieldError[] {
  if ((speed_kmh ?? null) !== null || (transit_minutes ?? null) !== null) return [];
  const detail = "is required, unless transit_minutes is given";
  return [{ pointer: `${pointer}/speed_kmh`, code: "required", detail }];
}
