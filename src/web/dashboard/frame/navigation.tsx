import { NavLink, Stack } from "@mantine/core";
import {
  IconBolt,
  IconBook2,
  IconChartBar,
  IconHome,
  IconKey,
  IconMap2,
  IconPackage,
  IconReceipt,
  IconServerCog,
  IconSettings,
  IconSteeringWheel,
  IconTerminal2,
  IconTruck,
  IconWebhook,
} from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Environment } from "../../../infra/environment.ts";
import { type Scope, usePermissions } from "../permissions.ts";
import { sessionQuery } from "../queries.ts";

interface Entry {
  label: string;
  to: LinkProps["to"];
  /** The scope that reading the page needs. */
  needs?: Scope;
  icon: ComponentType<{ size: number; stroke: number }>;
}

/** The pages, in the order of a newcomer's questions. */
export const entries: readonly Entry[] = [
  { label: "Overview", to: "/$environment", icon: IconHome },
  { label: "Shipments", to: "/$environment/shipments", needs: "shipments:read", icon: IconPackage },
  { label: "Dispatch", to: "/$environment/dispatch", needs: "drivers:read", icon: IconMap2 },
  { label: "Carriers", to: "/$environment/carriers", needs: "carriers:read", icon: IconTruck },
  { label: "Drivers", to: "/$environment/drivers", needs: "drivers:read", icon: IconSteeringWheel },
  { label: "Webhooks", to: "/$environment/webhooks", needs: "webhooks:read", icon: IconWebhook },
  { label: "Events", to: "/$environment/events", needs: "events:read", icon: IconBolt },
  { label: "Requests", to: "/$environment/requests", needs: "usage:read", icon: IconTerminal2 },
  { label: "API keys", to: "/$environment/keys", needs: "keys:read", icon: IconKey },
  { label: "Charges", to: "/$environment/charges", needs: "charges:read", icon: IconReceipt },
  { label: "Usage", to: "/$environment/usage", needs: "usage:read", icon: IconChartBar },
  { label: "Settings", to: "/$environment/settings", icon: IconSettings },
];

/** For operators. */
export const operatorEntry: Entry = { label: "Operator", to: "/$environment/operator", icon: IconServerCog };

export function Navigation({
  environment,
  onNavigate,
}: {
  environment: Environment;
  onNavigate: () => void;
}) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { may } = usePermissions();
  const permitted = entries.filter(({ needs }) => needs === undefined || may(needs));
  const shown = session.user.is_operator ? [...permitted, operatorEntry] : permitted;
  return (
    <Stack gap={2} h="100%">
      {shown.map((entry) => (
        <NavLink
          key={entry.label}
          className="nav-link"
          renderRoot={(props) => (
            <Link
              to={entry.to}
              params={{ environment }}
              activeOptions={{ exact: entry.to === "/$environment" }}
              {...props}
            />
          )}
          label={entry.label}
          leftSection={<entry.icon size={18} stroke={1.7} />}
          onClick={onNavigate}
        />
      ))}
      <NavLink
        className="nav-link"
        mt="auto"
        href="/docs"
        label="Documentation"
        leftSection={<IconBook2 size={18} stroke={1.7} />}
      />
    </Stack>
  );
}
