import type { Access } from "../../infra/http/operation.ts";
import type { RouteEntry } from "../../infra/http/route.ts";

/** Whose program calls the API: a developer's with an API key, a carrier's server, a driver's app. */
export const audiences = ["key", "carrier", "driver"] as const;
export type Audience = (typeof audiences)[number];

const security = {
  platform: ["api_key", "bearer", "session"],
  session: ["session"],
  operator: ["session"],
  carrier: ["carrier_token"],
  driver: ["driver_token", "driver_device"],
  public: [],
} as const satisfies Record<Access["kind"], readonly string[]>;

/** Of the page by which a customer orders: the link, and what says who orders by it. */
const orderFormSecurity = {
  link: [["order_form"]],
  device: [["order_form", "order_device"]],
  receipt: [
    ["order_form", "order_receipt"],
    ["order_form", "order_device"],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>;

const credentials: Readonly<Record<Audience, readonly string[]>> = {
  key: ["api_key", "bearer"],
  carrier: ["carrier_token"],
  driver: ["driver_token", "driver_device", "position_token"],
};

/** Their chapters also have what needs no credentials yet: a phone becomes a driver's by a link. */
const chapters: Readonly<Partial<Record<Audience, string>>> = {
  carrier: "Carrier API",
  driver: "Driver API",
};

/** Each of them is enough: the schemes that it takes together. */
function schemesOf(access: Access): readonly (readonly string[])[] {
  if (access.kind === "driver" && access.tokenInRequest) return [["position_token"]];
  if (access.kind === "public" && access.orderForm) return orderFormSecurity[access.orderForm];
  const isSession = access.kind === "platform" && access.sessionOnly;
  return security[isSession ? "session" : access.kind].map((scheme) => [scheme]);
}

/** What a request must have, one of these, as far as this audience has it. */
export function securityOf(access: Access, audience: Audience | undefined): Record<string, string[]>[] {
  const own = audience && credentials[audience];
  return schemesOf(access)
    .filter((schemes) => schemes.every((scheme) => own?.includes(scheme) ?? true))
    .map((schemes) => Object.fromEntries(schemes.map((scheme) => [scheme, []])));
}

/** Whether the audience may call it; without one, somebody may. */
export function isFor(audience: Audience | undefined, { operation }: RouteEntry): boolean {
  if (audience === undefined || securityOf(operation.access, audience).length > 0) return true;
  return operation.access.kind === "public" && operation.tags.some((tag) => tag === chapters[audience]);
}
