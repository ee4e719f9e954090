import type { Db, Tx } from "../../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { AppError, type FieldError, invalidField, refuseFields } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { isE164, type PhoneReader } from "../../../infra/phone/phone.ts";
import { loadPhoneReader } from "../../../infra/phone/reader.ts";
import { folded } from "../../../infra/text/words.ts";
import { refuseContradictoryAddress } from "../shipments/contradictions.ts";
import { coordinateErrors } from "../shipments/request.ts";
import { type ContactAddress, type ContactFacts, contactsMax, contactText, emailKey } from "./contact.ts";
import type { ContactView, CreateContact, PatchContact } from "./schema.ts";
import { type ContactRow, contactStore } from "./store.ts";
import { toContactView } from "./view.ts";

/** People save contacts; no shipment makes one. */

/**
 * Saves a contact. The stored response holds its id alone, so that erasing the contact leaves nothing behind; a repeated
 * request reads it.
 * @throws AppError `validation_failed`, `limit_reached`
 */
export async function createContact(deps: Deps, caller: Caller, input: CreateContact): Promise<ContactView> {
  refuseUnsavable(input);
  const { id } = await writeOnce(deps, caller, (writing) => addContact(writing, caller.accountId, input), {
    isFinal: false,
  });
  return getContact(deps, caller, id);
}

/** What a sound body cannot say. @throws AppError `validation_failed`, `coordinates_contradict_address` */
export function refuseUnsavable({ address }: CreateContact): void {
  if (!address) return;
  refuseFields(coordinateErrors("#/address", address));
  refuseContradictoryAddress("#/address", address);
}

/** Saves a valid contact inside the caller's transaction. @throws AppError `limit_reached` */
export function addContact(writing: Writing, accountId: string, input: CreateContact): { id: string } {
  const { deps, tx, now } = writing;
  if (contactStore(tx).countOf(accountId) >= contactsMax) {
    throw new AppError("limit_reached", {
      detail: `At most ${contactsMax} contacts can be saved in each environment. Delete some first.`,
    });
  }
  const id = deps.ids.make("con");
  const { name, company = null, phone = null, email = null, instructions = null, address } = input;
  const facts = { name, company, phone, email, instructions, address: address ? completed(address) : null };
  contactStore(tx).insert({
    id,
    accountId,
    ...columnsOf(facts),
    lastUsedAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  return { id };
}

/** The id of a contact of this name with the same phone number or email address; undefined if nobody saved one. */
export function findSaved(
  db: Db | Tx,
  accountId: string,
  { name, phone = null, email = null }: Pick<CreateContact, "name" | "phone" | "email">,
): string | undefined {
  const reached = contactStore(db).reachedBy(accountId, { phone, email: emailKey(email) });
  return reached.find((each) => folded(each.name) === folded(name))?.id;
}

/** @throws AppError `not_found` */
export function getContact(deps: Deps, caller: Caller, id: string): ContactView {
  return toContactView(
    requireContact(deps.stores.platform(caller.environment).db, caller, id),
    caller.environment,
  );
}

/** @throws AppError `not_found` */
export function requireContact(
  db: Db | Tx,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
): ContactRow {
  const row = contactStore(db).find(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return row;
}

/**
 * Applies a merge patch. `accepts` compares a version with If-Match.
 * @throws AppError `not_found`, `precondition_failed`, `validation_failed`
 */
export async function patchContact(
  deps: Deps,
  caller: Caller,
  id: string,
  patch: PatchContact,
  accepts: (version: number) => boolean,
): Promise<ContactView> {
  const { phone } = patch;
  refuseFields(coordinateErrors("#/address", patch.address ?? {}));
  const phones = phone != null && !isE164(phone) ? await loadPhoneReader() : undefined;
  return write(deps, caller.environment, ({ tx, now }) => {
    const before = requireContact(tx, caller, id);
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    const facts = columnsOf(patched(before, patch, phones));
    if (patch.address && facts.address) refuseContradictoryAddress("#/address", facts.address);
    const names = Object.keys(facts) as (keyof typeof facts)[];
    if (names.every((name) => Bun.deepEquals(before[name], facts[name])))
      return toContactView(before, caller.environment);
    const after = { ...before, ...facts, version: before.version + 1, lastUsedAt: now, updatedAt: now };
    contactStore(tx).update(after);
    return toContactView(after, caller.environment);
  });
}

function columnsOf(facts: ContactFacts) {
  const { name, company, phone, email, address, instructions } = facts;
  return {
    name,
    company,
    phone,
    email,
    address,
    instructions,
    emailKey: emailKey(email),
    search: contactText(facts),
  };
}

function patched(before: ContactRow, patch: PatchContact, phones: PhoneReader | undefined): ContactFacts {
  const address = patchedAddress(before.address, patch.address);
  const typed = patch.phone;
  const country = address?.country ?? null;
  const phone = typed != null && phones ? phones.read(typed, country) : typed;
  if (phones && typed != null && phone === undefined)
    throw invalidField("#/phone", "format", phones.refusal(typed, country));
  return {
    name: patch.name ?? before.name,
    company: patch.company === undefined ? before.company : patch.company,
    phone: phone === undefined ? before.phone : phone,
    email: patch.email === undefined ? before.email : patch.email,
    instructions: patch.instructions === undefined ? before.instructions : patch.instructions,
    address,
  };
}

/** Coordinates belong to the address that they were sent with. @throws AppError `validation_failed` for half an address */
function patchedAddress(
  before: ContactAddress | null,
  patch: PatchContact["address"],
): ContactAddress | null {
  if (patch === undefined) return before;
  if (patch === null) return null;
  const { latitude, longitude, ...text } = before ?? { latitude: null, longitude: null };
  const after = { ...text, ...patch };
  const { line1, city, country } = after;
  if (line1 === undefined || city === undefined || country === undefined) {
    const missing = Object.entries({ line1, city, country }).filter(([, value]) => value === undefined);
    throw new AppError("validation_failed", {
      errors: missing.map(
        ([name]): FieldError => ({ pointer: `#/address/${name}`, code: "required", detail: "is required" }),
      ),
    });
  }
  const isSame = Object.entries(text).every(([name, value]) => after[name as keyof typeof text] === value);
  return completed({ ...(isSame && before && { latitude, longitude }), ...after, line1, city, country });
}

function completed(input: NonNullable<CreateContact["address"]>): ContactAddress {
  return {
    line1: input.line1,
    line2: input.line2 ?? null,
    city: input.city,
    state: input.state ?? null,
    postal_code: input.postal_code ?? null,
    country: input.country,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
  };
}
