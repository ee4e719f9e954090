import type { CarrierDetails } from "../../../delivery/connections/setup/schema.ts";
import type { DriverView } from "../../../delivery/fleet/drivers/schema.ts";
import type { ShipmentView } from "../../../delivery/lifecycle/state/schema.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import type { IdPrefix } from "../../../infra/ids.ts";
import type { WebhookView } from "../../../messaging/webhooks/endpoints/schema.ts";
import { type Call, get } from "../../browser/api.ts";
import { isProblem } from "../../browser/problem.ts";
import { humanize, nameOfShipment } from "../format.ts";
import { pathWithin } from "../pages/requests/status.tsx";
import { nameOf, placeOf } from "../pages/webhooks/endpoints.ts";
import type { Scope } from "../permissions.ts";

/** What has an id and a page: how each kind is found by its id, in whichever environment it is. */

/** Something to go to. */
export interface Place {
  /** Unique among what is shown. */
  id: string;
  label: string;
  note?: string | undefined;
  /** Path of its page within the dashboard. */
  to: string;
  /** Undefined for what both share. */
  environment?: Environment;
  /** The keys that go there without the finder. */
  keys?: string | undefined;
}

export type Texts = Pick<Place, "label" | "note">;

export const textsOfShipment = (shipment: ShipmentView): Texts => ({
  label: nameOfShipment(shipment),
  note: [humanize(shipment.status), shipment.delivery.contact?.name].filter(Boolean).join(" · "),
});
export const textsOfEndpoint = (endpoint: WebhookView): Texts => ({
  label: nameOf(endpoint),
  note: placeOf(endpoint.url),
});
export const textsOfNamed = ({ name }: Pick<DriverView | CarrierDetails, "name">): Texts => ({ label: name });

export interface Look {
  /** The current one: where pages that both share are opened. */
  environment: Environment;
  signal: AbortSignal;
}

interface Kind {
  /** For sentences. */
  plural: string;
  /** Undefined for what only the operator may look up. */
  needs?: Scope;
  /** All places where it is; none where there is no such thing. */
  find: (id: string, look: Look) => Promise<Place[]>;
  /** All places where it is among what belongs to the installation. */
  findAsOperator?: (id: string, look: Look) => Promise<Place[]>;
}

/** @throws Problem unless there is just no such thing */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isProblem(error) && error.status === 404) return undefined;
    throw error;
  }
}

async function inEach(find: (environment: Environment) => Promise<Place | undefined>): Promise<Place[]> {
  const found = await Promise.all(environments.map(find));
  return found.filter((place) => place !== undefined);
}

/** Of things whose page has the same path as their operation. */
const findIn =
  <T>(list: string, read: (id: string, call: Call) => Promise<T>, textsOf: (view: T) => Texts) =>
  (id: string, { signal }: Look) =>
    inEach(async (environment) => {
      const view = await ifThere(read(id, { environment, signal }));
      return (
        view && {
          id: `${environment} ${id}`,
          ...textsOf(view),
          environment,
          to: `/${environment}/${list}/${id}`,
        }
      );
    });

const findInInstallation =
  <T>(
    list: string,
    read: (id: string, call: Call<{ environment: Environment }>) => Promise<T>,
    textsOf: (view: T) => Texts,
  ) =>
  (id: string, { signal }: Look) =>
    inEach(async (environment) => {
      const view = await ifThere(read(id, { query: { environment }, signal }));
      const to = `/${environment}/operator/${list}/${id}`;
      return view && { id: `${environment} operator ${id}`, ...textsOf(view), environment, to };
    });

async function findKey(id: string, { signal }: Look): Promise<Place[]> {
  const key = await ifThere(get(`/keys/${id}`, { signal }));
  if (!key) return [];
  const { name, environment } = key;
  return [{ id, label: name, note: "API key", environment, to: `/${environment}/keys` }];
}

/** An account has few endpoints; a delivery is read by way of its own. */
const endpointsMax = 100;

function findDelivery(id: string, { signal }: Look): Promise<Place[]> {
  return inEach(async (environment) => {
    const query = { limit: endpointsMax };
    const endpoints = await get("/platform/webhooks", { environment, query, signal });
    for (const endpoint of endpoints.data) {
      const path = `webhooks/${endpoint.id}/deliveries/${id}` as const;
      const delivery = await ifThere(get(`/platform/${path}`, { environment, signal }));
      if (delivery) {
        const texts = { label: delivery.event_type, note: `Delivery to ${nameOf(endpoint)}` };
        return { id: `${environment} ${id}`, ...texts, environment, to: `/${environment}/${path}` };
      }
    }
    return undefined;
  });
}

async function findMember(id: string, { environment, signal }: Look): Promise<Place[]> {
  const { data } = await get("/account/members", { query: { limit: 100 }, signal });
  const member = data.find((person) => person.id === id);
  return member
    ? [{ id, label: member.email, note: humanize(member.role), to: `/${environment}/settings/people` }]
    : [];
}

async function findAccount(id: string, { environment, signal }: Look): Promise<Place[]> {
  const account = await ifThere(get(`/operator/accounts/${id}`, { signal }));
  return account
    ? [{ id, label: account.name, note: "Account", to: `/${environment}/operator/accounts/${id}` }]
    : [];
}

/** Every prefix that has a page. */
export const kinds: Partial<Record<IdPrefix, Kind>> = {
  shp: {
    plural: "shipments",
    needs: "shipments:read",
    find: findIn("shipments", (id, call) => get(`/platform/shipments/${id}`, call), textsOfShipment),
  },
  frm: {
    plural: "order forms",
    needs: "shipments:read",
    find: findIn("order-forms", (id, call) => get(`/platform/order-forms/${id}`, call), textsOfNamed),
  },
  whe: {
    plural: "endpoints",
    needs: "webhooks:read",
    find: findIn("webhooks", (id, call) => get(`/platform/webhooks/${id}`, call), textsOfEndpoint),
  },
  dlv: { plural: "deliveries", needs: "webhooks:read", find: findDelivery },
  evt: {
    plural: "events",
    needs: "events:read",
    find: findIn(
      "events",
      (id, call) => get(`/platform/events/${id}`, call),
      ({ type }) => ({ label: type, note: "Event" }),
    ),
  },
  req: {
    plural: "requests",
    needs: "usage:read",
    find: findIn(
      "requests",
      (id, call) => get(`/platform/requests/${id}`, call),
      ({ method, path, status }) => ({
        label: `${method} ${pathWithin(path)}`,
        note: String(status),
      }),
    ),
  },
  car: {
    plural: "carriers",
    needs: "carriers:read",
    find: findIn("carriers", (id, call) => get(`/platform/carriers/${id}`, call), textsOfNamed),
    findAsOperator: findInInstallation(
      "carriers",
      (id, call) => get(`/operator/carriers/${id}`, call),
      textsOfNamed,
    ),
  },
  drv: {
    plural: "drivers",
    needs: "drivers:read",
    find: findIn("drivers", (id, call) => get(`/platform/drivers/${id}`, call), textsOfNamed),
    findAsOperator: findInInstallation(
      "drivers",
      (id, call) => get(`/operator/drivers/${id}`, call),
      textsOfNamed,
    ),
  },
  key: { plural: "API keys", needs: "keys:read", find: findKey },
  usr: { plural: "people", needs: "people:read", find: findMember },
  acct: { plural: "accounts", find: async () => [], findAsOperator: findAccount },
};

const idPattern = /(?<![a-z0-9])([a-z]{3,4})_[0-7][0-9a-hjkmnp-tv-z]{25}(?![a-z0-9])/;

/** The id that a text is or contains, such as a pasted address or log line. */
export function idIn(text: string): { id: string; prefix: string } | undefined {
  const match = idPattern.exec(text);
  return match?.[1] === undefined ? undefined : { id: match[0], prefix: match[1] };
}
