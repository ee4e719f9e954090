import {
  IconAddressBook,
  IconBolt,
  IconChartBar,
  IconFileImport,
  IconForms,
  IconHome,
  IconKey,
  IconMap2,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconServerCog,
  IconSettings,
  IconSteeringWheel,
  IconTerminal2,
  IconTruck,
  IconWebhook,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { pageNames } from "./page-names.ts";
import type { Scope } from "./permissions.ts";

interface MainPage {
  label: string;
  to: LinkProps["to"];
  /** The scope that reading the page needs. */
  needs?: Scope;
  icon: ComponentType<{ size: number; stroke: number }>;
}

/** The pages, in the order of a newcomer's questions. */
export const mainPages: readonly MainPage[] = [
  { label: "Overview", to: "/$environment", icon: IconHome },
  { label: pageNames.shipments, to: "/$environment/shipments", needs: "shipments:read", icon: IconPackage },
  {
    label: pageNames["order-forms"],
    to: "/$environment/order-forms",
    needs: "shipments:read",
    icon: IconForms,
  },
  { label: pageNames.schedules, to: "/$environment/schedules", needs: "shipments:read", icon: IconRepeat },
  { label: pageNames.imports, to: "/$environment/imports", needs: "shipments:write", icon: IconFileImport },
  { label: pageNames.dispatch, to: "/$environment/dispatch", needs: "drivers:read", icon: IconMap2 },
  { label: pageNames.carriers, to: "/$environment/carriers", needs: "carriers:read", icon: IconTruck },
  { label: pageNames.drivers, to: "/$environment/drivers", needs: "drivers:read", icon: IconSteeringWheel },
  { label: pageNames.contacts, to: "/$environment/contacts", needs: "contacts:read", icon: IconAddressBook },
  { label: pageNames.webhooks, to: "/$environment/webhooks", needs: "webhooks:read", icon: IconWebhook },
  { label: pageNames.events, to: "/$environment/events", needs: "events:read", icon: IconBolt },
  { label: pageNames.requests, to: "/$environment/requests", needs: "usage:read", icon: IconTerminal2 },
  { label: pageNames.keys, to: "/$environment/keys", needs: "keys:read", icon: IconKey },
  { label: pageNames.charges, to: "/$environment/charges", needs: "charges:read", icon: IconReceipt },
  { label: pageNames.usage, to: "/$environment/usage", needs: "usage:read", icon: IconChartBar },
  { label: pageNames.settings, to: "/$environment/settings", icon: IconSettings },
];

/** For operators. */
export const operatorPage: MainPage = {
  label: pageNames.operator,
  to: "/$environment/operator",
  icon: IconServerCog,
};
