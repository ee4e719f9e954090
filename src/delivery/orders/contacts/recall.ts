import { toTimestamp } from "../../../infra/clock.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { folded } from "../../../infra/text/words.ts";
import { dayMs } from "../../../infra/units.ts";
import { nextTurn } from "../../../infra/waiting/turns.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { recentShipments } from "../shipments/list.ts";
import { searchedTexts } from "../shipments/search.ts";
import { type ContactFacts, contactText } from "./contact.ts";
import type { FoundRecipients, RecipientSearch } from "./schema.ts";
import { type ContactRow, contactStore } from "./store.ts";

/** Whom a typed phone number, name or street means: saved contacts, and the recipients of the last weeks. */

type Found = FoundRecipients["data"][number];

const spanMs = 90 * dayMs;
const foundMax = 10;
/** So many are looked at for different ones. */
const readMax = 50;

/** At most ten, each once; none for a text in which nothing is left to compare. */
export async function searchRecipients(
  deps: Deps,
  caller: Caller,
  { q }: RecipientSearch,
): Promise<FoundRecipients> {
  if (folded(q) === "") return { data: [] };
  const search = searchedTexts(q);
  const known = new Map<string, Found>();
  for (const found of [
    ...(await contactsOf(deps, caller, search)),
    ...recipientsOf(deps, caller, q, search),
  ]) {
    const key = contactText(found);
    if (!known.has(key)) known.set(key, found);
    if (known.size === foundMax) break;
  }
  return { data: [...known.values()] };
}

/** Looks at all of them, and gives way between the parts. */
async function contactsOf(
  deps: Deps,
  { accountId, environment }: Caller,
  search: readonly string[],
): Promise<Found[]> {
  const store = contactStore(deps.stores.platform(environment).db);
  const found: ContactRow[] = [];
  let before: string | undefined;
  do {
    if (before !== undefined) await nextTurn();
    const part = store.list({ accountId, search, before, limit: readMax });
    found.push(...part.found);
    before = part.stop;
  } while (before !== undefined && found.length < readMax);
  return found
    .toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)
    .map((row) => ({
      source: "contact",
      contact_id: row.id,
      shipment_id: null,
      ...factsOf(row),
      last_used_at: toTimestamp(row.lastUsedAt),
    }));
}

/** A shipment is found by its pickup and reference too: those are no recipients. */
function recipientsOf(deps: Deps, caller: Caller, q: string, search: readonly string[]): Found[] {
  const since = deps.clock.now() - spanMs;
  return recentShipments(deps, caller, q, since, readMax).flatMap((row): Found[] => {
    const facts = recipientOf(row);
    const text = contactText(facts);
    if (!search.some((each) => text.includes(each))) return [];
    const last_used_at = toTimestamp(row.createdAt);
    return [{ source: "shipment", contact_id: null, shipment_id: row.id, ...facts, last_used_at }];
  });
}

/** A place that Waybill found itself follows the address, so that it is no part of what a person knows. */
function recipientOf({ delivery: { contact, address, instructions } }: ShipmentRow): ContactFacts {
  const { line1, line2, city, state, postal_code, country, geocode_source: source } = address;
  const place =
    source === "client"
      ? { latitude: address.latitude, longitude: address.longitude }
      : { latitude: null, longitude: null };
  return {
    name: contact.name,
    company: contact.company,
    phone: contact.phone,
    email: contact.email,
    address: { line1, line2, city, state, postal_code, country, ...place },
    instructions,
  };
}

function factsOf({ name, company, phone, email, address, instructions }: ContactFacts): ContactFacts {
  return { name, company, phone, email, address, instructions };
}
