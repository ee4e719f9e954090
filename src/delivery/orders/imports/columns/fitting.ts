import type { Look } from "./contents.ts";
import { fields, type ImportKind } from "./field.ts";
import type { HeaderMeaning } from "./header.ts";
import type { Role } from "./words/role.ts";
import type { Meaning } from "./words/words.ts";

/** The field for a column, from what its header says and its cells look like. Pure. */

export interface LookedColumn {
  index: number;
  header: HeaderMeaning;
  look: Look | null;
}

const ofTown: readonly (Meaning | "none" | null)[] = ["address.city", "address.postal_code", "address.town"];

/** Null where the header says nothing, or something that no order has. */
export function fieldOfHeader(
  column: LookedColumn,
  all: readonly LookedColumn[],
  kind: ImportKind,
): string | null {
  if (kind !== "shipments") return ofKind(kind, ofRecord(meaningOf(column, all)));
  const role = roleOf(column, all);
  const meaning = meaningOf({ ...column, header: { ...column.header, role } }, all);
  if (meaning === null) return null;
  if (role === "billing" && !isBillNeeded(meaning, all)) return null;
  // A line for each article counts articles, not parcels.
  if (meaning === "parcels.quantity" && all.some(({ header }) => header.isArticle)) return null;
  const stop = role === "pickup" ? "pickup." : "delivery.";
  return ofKind(kind, `${stop}${meaning}`) ?? ofKind(kind, meaning);
}

/** Shops keep phone and email with the bill. All else of it counts only where no column has an address for delivery. */
function isBillNeeded(meaning: Meaning, all: readonly LookedColumn[]): boolean {
  if (meaning === "contact.phone" || meaning === "contact.email") return true;
  return !all.some(
    ({ header }) => header.role !== "billing" && header.meaning?.startsWith("address") === true,
  );
}

/** Names of two stops with the same words behind each: those without a stop of their own belong to the one before them. */
function roleOf({ index, header }: LookedColumn, all: readonly LookedColumn[]): Role | null {
  if (header.role !== null) return header.role;
  const alike = all.filter((each) => each.header.role === null && each.header.meaning === header.meaning);
  if (alike.length < 2) return null;
  const before = all.findLast((each) => each.index < index && each.header.role !== null);
  return before?.header.role ?? null;
}

/** What a header means beside the others, and with such cells below it. */
function meaningOf({ header, look }: LookedColumn, all: readonly LookedColumn[]): Meaning | null {
  const { meaning, role } = header;
  const has = (...meanings: readonly (Meaning | "none" | null)[]) =>
    all.some((each) => meanings.includes(each.header.meaning) && isSameStop(each.header.role, role));
  if (meaning === "none") return null;
  if (meaning === null) {
    if (role === null || role === "billing") return null;
    // Beside a street of its own, `Studio 54` is who lives there.
    return look === "street" && has("address", "address.line1") ? "contact.name" : ofLook(role, look);
  }
  switch (meaning) {
    case "contact.name":
      return look === "order" || look === "number" ? "reference" : meaning;
    case "address":
      return has(...ofTown) ? "address.line1" : meaning;
    case "address.line1":
      return look === "address" && !has(...ofTown) ? "address" : meaning;
    case "address.city":
    case "address.postal_code":
      return look === "town" ? "address.town" : meaning;
    case "address.house_number":
      return has("address.line1", "address") ? meaning : null;
    case "address.coordinates":
      return look === "coordinates" ? meaning : null;
    case "window.start":
    case "window.end":
      return look === "name" || look === "street" || look === "address" ? null : meaning;
    default:
      return meaning;
  }
}

/** A column that names no stop belongs to the delivery. */
function isSameStop(one: Role | null, other: Role | null): boolean {
  return (one ?? "delivery") === (other ?? "delivery");
}

/** `Von` and `An` stand above names and places, and above times. */
function ofLook(role: Role, look: Look | null): Meaning | null {
  switch (look) {
    case "time":
      return role === "pickup" ? "window.start" : "window.end";
    case "name":
    case "text":
    case null:
      return "contact.name";
    case "street":
      return "address";
    case "email":
    case "phone":
    case "date":
    case "town":
    case "postal_code":
    case "address":
      return meaningOfLook[look];
    default:
      return null;
  }
}

const meaningOfLook = {
  email: "contact.email",
  phone: "contact.phone",
  date: "window.date",
  time: "window.time",
  weight: "parcels.weight_grams",
  address: "address",
  town: "address.town",
  postal_code: "address.postal_code",
  street: "address.line1",
  country: "address.country",
  order: "reference",
  coordinates: "address.coordinates",
} as const satisfies Partial<Record<Look, Meaning>>;

/** What a header of any kind of file surely has in its cells. */
const sure: readonly (Look | null)[] = ["email", "phone", "address", "town"];

/** The field for a column whose header says nothing, or that has none. */
export function fieldOfContents(
  { header, look }: LookedColumn,
  { taken, kind, isNamed }: { taken: ReadonlyMap<string, number>; kind: ImportKind; isNamed: boolean },
): string | null {
  if (header.meaning !== null || header.role !== null || look === null) return null;
  if (isNamed && !sure.includes(look)) return null;
  const free = (meaning: Meaning) => {
    const field =
      kind === "shipments"
        ? (ofKind(kind, `delivery.${meaning}`) ?? ofKind(kind, meaning))
        : ofKind(kind, ofRecord(meaning));
    return field !== null && !taken.has(field) ? field : null;
  };
  if (look === "number") return null;
  if (look !== "name" && look !== "text")
    return free(meaningOfLook[look]) ?? (look === "street" ? free("address.line2") : null);
  const hasTown = free("address.town") === null || free("address") === null;
  const named = look === "name" ? (free("contact.name") ?? (hasTown ? null : free("address.city"))) : null;
  // What still comes behind a name and a town is said to the driver.
  return named ?? free("instructions");
}

/**
 * A name in two columns. Where one of them is called just `Name`, it is what the other leaves; where all three are there,
 * the whole name is enough.
 */
export function settleNames(taken: Map<string, number>, kind: ImportKind): void {
  for (const stop of kind === "shipments" ? ["delivery.contact.", "pickup.contact."] : [""]) {
    const [whole, first, last] = ["name", "first_name", "last_name"].map((name) => stop + name);
    if (whole === undefined || first === undefined || last === undefined) continue;
    const column = taken.get(whole);
    if (column === undefined) continue;
    const missing =
      taken.has(first) && !taken.has(last) ? last : taken.has(last) && !taken.has(first) ? first : undefined;
    if (missing !== undefined) {
      taken.delete(whole);
      taken.set(missing, column);
      continue;
    }
    taken.delete(first);
    taken.delete(last);
  }
}

/** As contacts and drivers call it. */
function ofRecord(meaning: Meaning | null): string | null {
  return meaning?.replace(/^(?:contact|driver)\./, "") ?? null;
}

function ofKind(kind: ImportKind, field: string | null): string | null {
  return field !== null && Object.hasOwn(fields[kind], field) ? field : null;
}
