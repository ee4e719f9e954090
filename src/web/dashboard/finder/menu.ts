import type { Environment } from "../../../infra/environment.ts";
import { pageIn } from "../environment.ts";
import { mainPages, operatorPage } from "../main-pages.ts";
import type { Scope } from "../permissions.ts";
import { environmentLooks } from "../theme.ts";
import type { Place } from "./objects.ts";
import type { Group, Searcher } from "./search.ts";

/** The pages and actions of the dashboard, for the finder and for single keys. */

interface Entry {
  label: string;
  /** Below the environment. */
  path: string;
  needs?: Scope | undefined;
  isOperators?: boolean;
  /** Keys to press one after the other. */
  keys?: string;
}

const letters: Record<string, string> = {
  Overview: "o",
  Shipments: "s",
  "Standing orders": "h",
  Imports: "i",
  "Order forms": "f",
  Dispatch: "d",
  Carriers: "c",
  Drivers: "r",
  Contacts: "n",
  Webhooks: "w",
  Events: "e",
  Requests: "q",
  "API keys": "k",
  Charges: "b",
  Usage: "u",
  Settings: "t",
  Operator: "p",
};

const pages: readonly Entry[] = [
  ...[...mainPages, operatorPage].map(({ label, to = "", needs }) => ({
    label,
    path: to.replace("/$environment", ""),
    needs,
    isOperators: label === operatorPage.label,
    keys: `g ${letters[label]}`,
  })),
  { label: "People", path: "/settings/people", needs: "people:read" },
  { label: "Your sign-in", path: "/settings/sign-in" },
  { label: "Audit log", path: "/settings/audit", needs: "audit:read" },
  { label: "Operator: accounts", path: "/operator/accounts", isOperators: true },
  { label: "Operator: jobs", path: "/operator/jobs", isOperators: true },
  { label: "Operator: storage", path: "/operator/storage", isOperators: true },
  { label: "Operator: tiers", path: "/operator/tiers", isOperators: true },
];

const actions: readonly Entry[] = [
  { label: "Create shipment", path: "/shipments/new", needs: "shipments:write", keys: "c" },
  { label: "Import a list", path: "/imports", needs: "shipments:write" },
  { label: "Add order form", path: "/order-forms/new", needs: "shipments:write" },
  { label: "Add endpoint", path: "/webhooks/new", needs: "webhooks:write" },
  { label: "Add carrier", path: "/carriers/new", needs: "carriers:write" },
  { label: "Add driver", path: "/drivers/new", needs: "drivers:write" },
];

/** What a person can go to from everywhere. */
export function menuOf({ environment, may, isOperator }: Omit<Searcher, "ownAccount">): Group[] {
  const placesOf = (listed: readonly Entry[]): Place[] =>
    listed
      .filter(({ needs, isOperators }) => (needs === undefined || may(needs)) && (!isOperators || isOperator))
      .map(({ label, path, keys }) => ({ id: label, label, keys, to: `/${environment}${path}` }));
  const other: Environment = environment === "sandbox" ? "live" : "sandbox";
  const change = { id: "environment", label: `Switch to ${environmentLooks[other].word}`, to: pageIn(other) };
  return [
    { title: "Actions", places: [...placesOf(actions), change] },
    { title: "Pages", places: placesOf(pages) },
  ];
}
