import { type Environment, environments } from "../../../infra/environment.ts";
import { folded } from "../../../infra/text/words.ts";
import { get } from "../../browser/api.ts";
import type { ListPage } from "../../browser/reads.ts";
import type { Scope } from "../permissions.ts";
import { pieceHint } from "../piece-hint.ts";
import {
  idIn,
  kinds,
  type Place,
  type Texts,
  textsOfEndpoint,
  textsOfNamed,
  textsOfShipment,
} from "./objects.ts";

/** Finds things of the API by what somebody pastes or types. */

/** Who searches, and where. */
export interface Searcher {
  environment: Environment;
  isOperator: boolean;
  ownAccount: { id: string; name: string };
  may: (...scopes: readonly Scope[]) => boolean;
}

export interface Group {
  title: string;
  places: readonly Place[];
}

interface Found {
  groups: readonly Group[];
  /** Why there is nothing. */
  none: string;
}

const rowsMax = 6;
const listedMax = 100;

/** @throws Problem */
export function search(text: string, searcher: Searcher, signal: AbortSignal): Promise<Found> {
  const id = idIn(text);
  return id ? searchId(id, searcher, signal) : searchWords(text, searcher, signal);
}

async function searchId(
  { id, prefix }: { id: string; prefix: string },
  { environment, isOperator, ownAccount, may }: Searcher,
  signal: AbortSignal,
): Promise<Found> {
  if (id === ownAccount.id) {
    const place = {
      id,
      label: ownAccount.name,
      note: "Your account",
      to: `/${environment}/settings/account`,
    };
    return { groups: [{ title: "Found", places: [place] }], none: "" };
  }
  const kind = kinds[prefix as keyof typeof kinds];
  if (!kind) {
    const none = `IDs that begin with ${prefix}_ have no page. Search for their shipment or endpoint.`;
    return { groups: [], none };
  }
  const isAllowed = kind.needs !== undefined && may(kind.needs);
  const asOperator = isOperator ? kind.findAsOperator : undefined;
  if (!isAllowed && !asOperator) return { groups: [], none: `Your role cannot see ${kind.plural}.` };
  const lists = await Promise.all([
    isAllowed ? kind.find(id, { environment, signal }) : [],
    asOperator ? asOperator(id, { environment, signal }) : [],
  ]);
  const places = inOrder(lists.flat(), environment);
  const none = "No such ID in sandbox or live. It was deleted, or it belongs to another account.";
  return { groups: places.length === 0 ? [] : [{ title: "Found", places }], none };
}

/** What is in the current environment first. */
function inOrder(places: readonly Place[], current: Environment): Place[] {
  return places.toSorted((a, b) => Number(b.environment === current) - Number(a.environment === current));
}

async function searchWords(text: string, searcher: Searcher, signal: AbortSignal): Promise<Found> {
  const { environment, isOperator, may } = searcher;
  const call = { environment, query: { limit: listedMax }, signal };
  const groups = await Promise.all([
    may("shipments:read") && searchShipments(text, environment, signal),
    may("webhooks:read") &&
      matchingIn("webhooks", get("/platform/webhooks", call), textsOfEndpoint, { text, environment }),
    may("carriers:read") &&
      matchingIn("carriers", get("/platform/carriers", call), textsOfNamed, { text, environment }),
    may("drivers:read") &&
      matchingIn("drivers", get("/platform/drivers", call), textsOfNamed, { text, environment }),
    isOperator && searchAccounts(text, environment, signal),
  ]);
  return {
    groups: groups.filter((group) => group !== false).filter(({ places }) => places.length > 0),
    none:
      pieceHint(text) ??
      "Nothing found. Try an ID, a tracking number, a reference, a name or a phone number.",
  };
}

async function searchShipments(text: string, current: Environment, signal: AbortSignal): Promise<Group> {
  const found = await Promise.all(
    environments.map(async (environment) => {
      const query = { q: text, limit: rowsMax };
      const path = "/platform/shipments";
      const { data } = await get(path, { environment, query, signal });
      return data.map((shipment) => ({
        id: shipment.id,
        ...textsOfShipment(shipment),
        environment,
        to: `/${environment}/shipments/${shipment.id}`,
      }));
    }),
  );
  return { title: "Shipments", places: inOrder(found.flat(), current) };
}

interface Matching {
  text: string;
  environment: Environment;
}

/** Of a list that is short and has no search. */
async function matchingIn<T extends { id: string }>(
  list: string,
  listed: Promise<ListPage<T>>,
  textsOf: (row: NoInfer<T>) => Texts,
  { text, environment }: Matching,
): Promise<Group> {
  const { data } = await listed;
  const places = data
    .map((row) => ({ id: row.id, ...textsOf(row), environment, to: `/${environment}/${list}/${row.id}` }))
    .filter(({ label, note = "" }) => includes(`${label} ${note}`, text));
  return { title: titles[list] ?? list, places: places.slice(0, rowsMax) };
}

const titles: Record<string, string> = { webhooks: "Endpoints", carriers: "Carriers", drivers: "Drivers" };

async function searchAccounts(text: string, environment: Environment, signal: AbortSignal): Promise<Group> {
  const query = { q: text, limit: rowsMax };
  const { data } = await get("/operator/accounts", { query, signal });
  const places = data.map(({ id, name }) => ({
    id,
    label: name,
    to: `/${environment}/operator/accounts/${id}`,
  }));
  return { title: "Accounts", places };
}

/** Whether a text has this in it, whatever the case and the marks. */
function includes(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}
