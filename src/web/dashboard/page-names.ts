import type { Environment } from "../../infra/environment.ts";

/** What pages are called: in the navigation, in their headings, and in the HTML, which has the heading before any script. */

/** Main pages, by the part of the address after the environment. */
export const pageNames = {
  shipments: "Shipments",
  "order-forms": "Order forms",
  schedules: "Standing orders",
  imports: "Imports",
  dispatch: "Dispatch",
  carriers: "Carriers",
  drivers: "Drivers",
  contacts: "Contacts",
  webhooks: "Webhooks",
  events: "Events",
  requests: "Requests",
  keys: "API keys",
  charges: "Charges",
  usage: "Usage",
  settings: "Settings",
  operator: "Operator",
} as const;

/** The overview is called by what it is an overview of. */
export const overviewNames = { sandbox: "Your sandbox", live: "Live" } as const satisfies Record<
  Environment,
  string
>;

/** Until its own name has come. */
export const unnamedShipment = "Shipment";

/** These show their tabs below one heading. */
const withTabs: readonly string[] = ["settings", "operator"];

/** The heading of the page at a path such as `/sandbox/dispatch`; undefined where only its data says it. */
export function headingAt(path: string): string | undefined {
  const [, environment, page, below, ...more] = path.replace(/\/$/, "").split("/");
  if (environment !== "sandbox" && environment !== "live") return undefined;
  if (page === undefined) return overviewNames[environment];
  if (more.length > 0 || !isMain(page)) return undefined;
  if (below === undefined || withTabs.includes(page)) return pageNames[page];
  return page === "shipments" && below.startsWith("shp_") ? unnamedShipment : undefined;
}

function isMain(page: string): page is keyof typeof pageNames {
  return Object.hasOwn(pageNames, page);
}
