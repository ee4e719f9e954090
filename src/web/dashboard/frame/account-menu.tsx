import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { loaded } from "../connection.ts";
import { useEnvironment } from "../environment.ts";
import { useFirstKey } from "../first-key.ts";
import { humanize } from "../format.ts";
import { sessionQuery } from "../queries.ts";
import { useSignOut } from "./sign-out.ts";

/** Rarely needed, so neither it nor forms are part of the first load. */
const ConfirmSignOut = lazy(() =>
  loaded(import("./confirm-sign-out.tsx")).then(({ ConfirmSignOut }) => ({ default: ConfirmSignOut })),
);

const schemes = [
  { scheme: "light", label: "Light", icon: IconSun },
  { scheme: "dark", label: "Dark", icon: IconMoon },
  { scheme: "auto", label: "System", icon: IconDeviceDesktop },
] as const;

export function AccountMenu() {
  const environment = useEnvironment();
  const { data } = useSuspenseQuery(sessionQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { signOut } = useSignOut();
  const losesKey = Boolean(useFirstKey()?.secret);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Menu width={240} position="bottom-end" withinPortal>
        <Menu.Target>
          <UnstyledButton aria-label="Account">
            <Avatar size={32} radius="xl" color="brand" variant="light">
              {firstLetterOf(data.account.name)}
            </Avatar>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {data.account.name}
            </Text>
            <Text size="xs" truncate>
              {data.user.email}
            </Text>
            <Text size="xs">{humanize(data.user.role)}</Text>
          </Menu.Label>
          <Menu.Item
            leftSection={<IconSettings size={16} />}
            renderRoot={(props) => <Link to="/$environment/settings" params={{ environment }} {...props} />}
          >
            Settings
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Appearance</Menu.Label>
          {schemes.map(({ scheme, label, icon: Icon }) => (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} />}
              rightSection={colorScheme === scheme && <IconCheck size={16} aria-label="Selected" />}
              onClick={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={losesKey ? () => setIsAsking(true) : signOut}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <Suspense>
          <ConfirmSignOut signOut={signOut} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** As people see it: an emoji is several characters. */
function firstLetterOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}
