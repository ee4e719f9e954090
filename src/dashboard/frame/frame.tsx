import { AppShell, Box, Burger, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConnectionBanner } from "../components/connection-banner.tsx";
import { rememberEnvironment, useEnvironment } from "../environment.ts";
import { environmentLooks } from "../theme.ts";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { Identity } from "./identity.tsx";
import { Mark } from "./mark.tsx";
import { Navigation } from "./navigation.tsx";

/** What stands around every page of somebody who is signed in. */
export function Frame() {
  const environment = useEnvironment();
  const [isOpen, { toggle, close }] = useDisclosure();
  useEffect(() => rememberEnvironment(environment), [environment]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 228, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "xl" }}
    >
      <Identity environment={environment} />
      <Box className="environment-stripe" bg={environmentLooks[environment].color} />
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group wrap="nowrap" gap="xs">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? "Close the menu" : "Open the menu"}
            />
            <Mark />
          </Group>
          <Group wrap="nowrap" gap="xs">
            <EnvironmentSwitch environment={environment} />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation environment={environment} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <ConnectionBanner />
        <Box maw={1120} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}
