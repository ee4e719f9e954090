import { AppShell, Box, Burger, Group } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { ConnectionBanner } from "../components/connection-banner.tsx";
import { loaded } from "../connection.ts";
import { rememberEnvironment, useEnvironment } from "../environment.ts";
import { sessionQuery } from "../queries.ts";
import { environmentLooks } from "../theme.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Arrival } from "./arrival.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { Identity } from "./identity.tsx";
import { Mark } from "./mark.tsx";
import { Navigation } from "./navigation.tsx";
import { Refused } from "./refused.tsx";

/** Needed hours after the first load, if ever: its fields and dialog are no part of that. */
const SignInAgain = lazy(() =>
  loaded(import("./sign-in-again.tsx")).then(({ SignInAgain }) => ({ default: SignInAgain })),
);

/** For whoever runs the installation alone; no page is kept from them for want of it. */
const Troubles = lazy(() =>
  loaded(import("./troubles.tsx")).then(
    ({ Troubles }) => ({ default: Troubles }),
    () => ({ default: () => null }),
  ),
);

/** Only where the installation sends mail, and only until the address is verified. */
const EmailNotice = lazy(() =>
  loaded(import("./email-notice.tsx")).then(
    ({ EmailNotice }) => ({ default: EmailNotice }),
    () => ({ default: () => null }),
  ),
);

/** What stands around every page of somebody who is signed in. */
export function Frame() {
  const environment = useEnvironment();
  const { data: session, error } = useSuspenseQuery(sessionQuery);
  const [isOpen, { toggle, close }] = useDisclosure();
  const burger = useRef<HTMLButtonElement>(null);
  const leaveMenu = () => {
    if (!isOpen) return;
    close();
    burger.current?.focus();
  };
  useHotkeys([["Escape", leaveMenu]]);
  useEffect(() => rememberEnvironment(environment), [environment]);
  if (error?.code === "account_suspended") return <Refused error={error} />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 228, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "xl" }}
    >
      <Identity environment={environment} />
      <Arrival />
      {error?.status === 401 && (
        <Suspense fallback={<Box className="cover" />}>
          <SignInAgain email={session.user.email} />
        </Suspense>
      )}
      <Box className="environment-stripe" bg={environmentLooks[environment].color} />
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group wrap="nowrap" gap="xs">
            <Burger
              ref={burger}
              aria-expanded={isOpen}
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
      <AppShell.Navbar p="sm" aria-label="Pages" data-closed={!isOpen || undefined}>
        <Navigation environment={environment} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <ConnectionBanner />
        <Box maw={1120} mx="auto">
          {session.user.is_operator && (
            <Suspense>
              <Troubles />
            </Suspense>
          )}
          {session.user.email_verified === false && (
            <Suspense>
              <EmailNotice email={session.user.email} />
            </Suspense>
          )}
          {/* Nothing that was shown or typed in one environment is carried over into the other. */}
          <Outlet key={environment} />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}
