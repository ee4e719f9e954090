import { findAccounts, findAccountsByUse } from "../access/accounts/operator/administration.ts";
import type { AccountFilter, AccountRow } from "../access/accounts/store.ts";
import type { Deps } from "../infra/deps.ts";
import { readPage } from "../infra/http/pagination.ts";
import type { SessionPrincipal } from "../infra/http/principal.ts";
import { listNeeds } from "./needs.ts";
import type { OperatorAccountQuery } from "./schema.ts";

/** The orders of the list of accounts. Each reads little more than its page. */

/** Reads a page of accounts. `place` is where the last page ended. */
interface Source {
  read(filter: AccountFilter, place: string | undefined, count: number): AccountRow[];
  placeOf(row: AccountRow): string;
}

type Order = NonNullable<OperatorAccountQuery["sort"]>;

export async function readAccounts(deps: Deps, operator: SessionPrincipal, query: OperatorAccountQuery) {
  const { q: text, tier, status, sort = "created" } = query;
  const filter = { text, tier, isSuspended: status && status === "suspended" };
  const source = await sourceOf(deps, sort);
  // The order is part of the filters, so that no cursor goes on in another one.
  const filters = { ...filter, sort: sort === "created" ? undefined : sort };
  return readPage(deps, { name: "accounts", of: operator, filters }, query, {
    read: (place, count) => source.read(filter, place, count),
    placeOf: source.placeOf,
    view: (row) => row,
  });
}

async function sourceOf(deps: Deps, sort: Order): Promise<Source> {
  switch (sort) {
    case "created":
      return {
        read: (filter, place, count) => findAccounts(deps, filter, place, count),
        placeOf: ({ id }) => id,
      };
    case "last_used":
      return {
        read: (filter, place, count) =>
          findAccountsByUse(deps, filter, place === undefined ? undefined : toUse(place), count),
        placeOf: ({ lastRequestAt, id }) => `${lastRequestAt} ${id}`,
      };
    case "trouble":
      return byTrouble(deps, await troubledAccounts(deps));
  }
}

function toUse(place: string): { lastRequestAt: number; id: string } {
  const [lastRequestAt, id = ""] = place.split(" ");
  return { lastRequestAt: Number(lastRequestAt), id };
}

/** Accounts that need the operator, the most urgent first. */
export async function troubledAccounts(deps: Deps): Promise<string[]> {
  const ids = (await listNeeds(deps)).flatMap(({ accountId }) => accountId ?? []);
  return [...new Set(ids)];
}

/** First those in trouble, then all others, newest first. A cursor goes on after its account. */
function byTrouble(deps: Deps, troubled: readonly string[]): Source {
  return {
    read(filter, place, count) {
      const [kind, last] = place?.split(" ") ?? ["troubled"];
      const ahead = kind === "troubled" ? troubled.slice(last ? troubled.indexOf(last) + 1 : 0) : [];
      const found =
        ahead.length === 0 ? [] : findAccounts(deps, { ...filter, ids: ahead }, undefined, ahead.length);
      const rows = found
        .sort((one, other) => ahead.indexOf(one.id) - ahead.indexOf(other.id))
        .slice(0, count);
      const others = troubled.length === 0 ? filter : { ...filter, exceptIds: troubled };
      const before = kind === "other" ? last : undefined;
      return [...rows, ...findAccounts(deps, others, before, count - rows.length)];
    },
    placeOf: ({ id }) => `${troubled.includes(id) ? "troubled" : "other"} ${id}`,
  };
}
