import type { Deps } from "../../../infra/deps.ts";
import { readPage } from "../../../infra/http/pagination.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { searchedTexts } from "../shipments/search.ts";
import type { ContactQuery } from "./schema.ts";
import { type ContactRow, contactStore } from "./store.ts";
import { toContactView } from "./view.ts";

/** An account's contacts, newest first. A page of a search is short, or empty, if it has looked at enough of them. */
export function listContacts(deps: Deps, caller: Caller, query: ContactQuery) {
  // A blank search is none.
  const q = query.q?.trim() || undefined;
  const { accountId, environment } = caller;
  const { db } = deps.stores.platform(environment);
  let stop: string | undefined;
  return readPage(deps, { name: "contacts", of: caller, filters: { q } }, query, {
    read(before, limit) {
      const search = q === undefined ? undefined : searchedTexts(q);
      const read = contactStore(db).list({ accountId, before, search, limit });
      stop = read.stop;
      return read.found;
    },
    placeOf: ({ id }) => id,
    stoppedAt: () => stop,
    view: (row: ContactRow) => toContactView(row, environment),
  });
}
