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
  { label: "Shipments", to: "/$environment/shipments", needs: "shipments:read", icon: IconPackage },
  { label: "Order forms", to: "/$environment/order-forms", needs: "shipments:read", icon: IconForms },
  { label: "Standing orders", to: "/$environment/schedules", needs: "shipments:read", icon: IconRepeat },
  { label: "Imports", to: "/$environment/imports", needs: "shipments:write", icon: IconFileImport },
  { label: "Dispatch", to: "/$environment/dispatch", needs: "drivers:read", icon: IconMap2 },
  { label: "Carriers", to: "/$environment/carriers", needs: "carriers:read", icon: IconTruck },
  { label: "Drivers", to: "/$environment/drivers", needs: "drivers:read", icon: IconSteeringWheel },
  { label: "Contacts", to: "/$environment/contacts", needs: "contacts:read", icon: IconAddressBook },
  { label: "Webhooks", to: "/$environment/webhooks", needs: "webhooks:read", icon: IconWebhook },
  { label: "Events", to: "/$environment/events", needs: "events:read", icon: IconBolt },
  { label: "Requests", to: "/$environment/requests", needs: "usage:read", icon: IconTerminal2 },
  { label: "API keys", to: "/$environment/keys", needs: "keys:read", icon: IconKey },
  { label: "Charges", to: "/$environment/charges", needs: "charges:read", icon: IconReceipt },
  { label: "Usage", to: "/$environment/usage", needs: "usage:read", icon: IconChartBar },
  { label: "Settings", to: "/$environment/settings", icon: IconSettings },
];

/** For operators. */
export const operatorPage: MainPage = {
  label: "Operator",
  to: "/$environment/operator",
  icon: IconServerCog,
};
