import { type TSchema, Type } from "@sinclair/typebox";
import { Closed, Named, Nullable, PhoneToRead } from "../../../infra/http/schema.ts";
import { CreateShipment } from "../shipments/schema.ts";

/** What the shipments of a schedule are made of, as it is answered and as it is changed. */

/** What is sent is closed and has defaults; what is answered is open and has none. So each has names of its own. */
function underOtherNames(schema: TSchema): TSchema {
  const { title, properties, items, anyOf, enum: words, default: _default, ...rest } = schema;
  const named = (part: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(part).map(([name, member]) => [name, underOtherNames(member)]));
  return {
    ...rest,
    ...(title && { title: `Scheduled${title.replace(/Input$|^Create/, "")}` }),
    ...(properties && { properties: named(properties) }),
    ...(items && { items: underOtherNames(items) }),
    ...(anyOf && { anyOf: anyOf.map(underOtherNames) }),
    ...(words && { "x-known-values": words }),
  } as TSchema;
}
export const ShipmentTemplate = underOtherNames(CreateShipment) as typeof CreateShipment;

/** A merge patch of it: every member may be left out, and null removes it. It is judged as a whole once it is merged. */
function asPatch(schema: TSchema): TSchema {
  const { title, properties, anyOf, format } = schema;
  // Only the whole knows in which country it is.
  if (format === "phone") return PhoneToRead;
  if (anyOf) return { ...schema, anyOf: anyOf.map(asPatch) };
  if (!properties) return schema;
  const members = Object.entries<TSchema>(properties).map(([name, member]) => {
    const changed = asPatch(member);
    const isNullable = changed.anyOf?.some(({ type }: TSchema) => type === "null");
    return [name, Type.Optional(isNullable ? changed : Nullable(changed))];
  });
  const named = Object.fromEntries(members);
  return title ? Named(`Scheduled${title.replace(/Input$|^Create/, "")}Patch`, named) : Closed(named);
}

/** A simulation is set up whole, with the schedule. */
const { simulation: _, ...changeable } = CreateShipment.properties;
export const ShipmentTemplatePatch = Type.Unsafe<Record<string, unknown>>(
  asPatch(Named("CreateShipment", changeable)),
);
