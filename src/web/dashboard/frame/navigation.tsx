import { NavLink, Stack } from "@mantine/core";
import { IconBook2 } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Environment } from "../../../infra/environment.ts";
import { mainPages, operatorPage } from "../main-pages.ts";
import { usePermissions } from "../permissions.ts";
import { sessionQuery } from "../queries.ts";

export function Navigation({
  environment,
  onNavigate,
}: {
  environment: Environment;
  onNavigate: () => void;
}) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { may } = usePermissions();
  const permitted = mainPages.filter(({ needs }) => needs === undefined || may(needs));
  const shown = session.user.is_operator ? [...permitted, operatorPage] : permitted;
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
