import type { FieldError } from "@/infra/errors.ts";
import { hasDecimals, twoDecimals } from "./price-faults.ts";
import type { RateCard } from "./schema.ts";
import { duplicates, type SoundParts } from "./sound-parts.ts";
import { priceLineCodes } from "./words.ts";

/** What the surcharges of a service say that cannot be. */

type Surcharge = NonNullable<RateCard["services"][number]["surcharges"]>[number];

/** @param zones codes of the card's zones */
export function surchargesErrors(
  surcharges: readonly Surcharge[],
  pointer: string,
  { zones, parts }: { zones: ReadonlySet<string>; parts: SoundParts },
): FieldError[] {
  const places = surcharges.map((_, index) => `${pointer}/${index}`);
  const codes = places.map((place) => `${place}/code`);
  return [
    ...surcharges.flatMap((surcharge, index) => {
      const place = places[index] ?? pointer;
      return parts.isSound(place) ? surchargeErrors(surcharge, place, zones) : [];
    }),
    ...duplicates(
      codes.flatMap((place, index) =>
        parts.isSound(place) ? [{ key: surcharges[index]?.code ?? "", pointer: place }] : [],
      ),
    ),
  ];
}

function surchargeErrors(
  { code, amount, percent, percent_of, when }: Surcharge,
  place: string,
  zones: ReadonlySet<string>,
): FieldError[] {
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
  if (percent_of !== undefined && percent === undefined) {
    const detail = "must not be given without percent";
    errors.push({ pointer: `${place}/percent_of`, code: "contradictory", detail });
  }
  if (when?.zone !== undefined && !zones.has(when.zone)) {
    const detail = "must be the code of a zone of this card";
    errors.push({ pointer: `${place}/when/zone`, code: "unknown_zone", detail });
  }
  if (when && (when.from === undefined) !== (when.to === undefined)) {
    const missing = when.from === undefined ? "from" : "to";
    const detail = "is required: send from and to together";
    errors.push({ pointer: `${place}/when/${missing}`, code: "required", detail });
  }
  return errors;
}
