import { AppShell, Box, Burger, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { onClockChange, sandboxClock } from "../../browser/clock.ts";
import { onQuestion, openQuestion } from "../../browser/confirmation.ts";
import { ConnectionBanner } from "../components/connection-banner.tsx";
import { DocumentHead } from "../components/document-head.tsx";
import { Logo } from "../components/standalone-page.tsx";
import { loaded } from "../connection.ts";
import { rememberEnvironment, useEnvironment } from "../environment.ts";
import { sessionQuery } from "../queries.ts";
import { environmentLooks } from "../theme.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DashboardError } from "./dashboard-error.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { Find, useKeyDown } from "./find.tsx";
import { Navigation } from "./navigation.tsx";
import { NavigationAnnouncer } from "./navigation-announcer.tsx";

/** Rarely needed, so it is not part of the first load. */
const SignInAgain = lazy(() =>
  loaded(import("./sign-in-again.tsx")).then(({ SignInAgain }) => ({ default: SignInAgain })),
);

const ConfirmPassword = lazy(() =>
  loaded(import("./confirm-password.tsx")).then(({ ConfirmPassword }) => ({ default: ConfirmPassword })),
);

/** For operators only. If it fails to load, the page works without it. */
const InstallationAlerts = lazy(() =>
  loaded(import("./installation-alerts.tsx")).then(
    ({ InstallationAlerts }) => ({ default: InstallationAlerts }),
    () => ({ default: () => null }),
  ),
);

/** Only while the operator looks as an account. */
const ViewingBanner = lazy(() =>
  loaded(import("./viewing-banner.tsx")).then(({ ViewingBanner }) => ({ default: ViewingBanner })),
);

/** Only where the installation sends mail, until the address is verified. */
const EmailNotice = lazy(() =>
  loaded(import("./email-notice.tsx")).then(
    ({ EmailNotice }) => ({ default: EmailNotice }),
    () => ({ default: () => null }),
  ),
);

/** Where the sandbox has a clock of its own. */
const ClockBar = lazy(() =>
  loaded(import("./clock-bar.tsx")).then(
    ({ ClockBar }) => ({ default: ClockBar }),
    () => ({ default: () => null }),
  ),
);

/** In live, for accounts that deliver and have not delivered yet. */
const FirstSteps = lazy(() =>
  loaded(import("../first-steps/stepper.tsx")).then(
    ({ FirstSteps }) => ({ default: FirstSteps }),
    () => ({ default: () => null }),
  ),
);

/** While the account waits for its deletion. */
const ClosingNotice = lazy(() =>
  loaded(import("./closing-notice.tsx")).then(
    ({ ClosingNotice }) => ({ default: ClosingNotice }),
    () => ({ default: () => null }),
  ),
);

/** Header and navigation around every page of a signed-in person. */
export function Frame() {
  const environment = useEnvironment();
  const { data: session, error } = useSuspenseQuery(sessionQuery);
  const answerConfirmation = useSyncExternalStore(onQuestion, openQuestion);
  const clock = useSyncExternalStore(onClockChange, sandboxClock);
  const { purpose } = session.account;
  const [isOpen, { toggle, close }] = useDisclosure();
  const burger = useRef<HTMLButtonElement>(null);
  const leaveMenu = () => {
    if (!isOpen) return;
    close();
    burger.current?.focus();
  };
  useKeyDown(({ key }) => key === "Escape" && leaveMenu());
  useEffect(() => rememberEnvironment(environment), [environment]);
  if (error?.code === "account_suspended") return <DashboardError error={error} />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 228, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "xl" }}
    >
      <DocumentHead environment={environment} />
      <NavigationAnnouncer />
      {error?.status === 401 && (
        <Suspense fallback={<Box className="cover" />}>
          <SignInAgain email={session.user.email} />
        </Suspense>
      )}
      {answerConfirmation && (
        <Suspense>
          <ConfirmPassword onAnswer={answerConfirmation} />
        </Suspense>
      )}
      <Box className="environment-stripe" bg={environmentLooks[environment].color} />
      <a className="skip-link" href="#page">
        Skip to content
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
            <Logo />
          </Group>
          <Group wrap="nowrap" gap="xs">
            <Find />
            <EnvironmentSwitch environment={environment} />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages" data-closed={!isOpen || undefined}>
        <Navigation environment={environment} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Box maw={1120} mx="auto">
          <ConnectionBanner />
          {session.viewing && (
            <Suspense>
              <ViewingBanner viewing={session.viewing} />
            </Suspense>
          )}
          {clock && (
            <Suspense>
              <ClockBar clock={clock} />
            </Suspense>
          )}
          {session.user.is_operator && (
            <Suspense>
              <InstallationAlerts />
            </Suspense>
          )}
          {session.account.deletion_due_at && (
            <Suspense>
              <ClosingNotice dueAt={session.account.deletion_due_at} />
            </Suspense>
          )}
          {session.user.email_verified === false && (
            <Suspense>
              <EmailNotice email={session.user.email} />
            </Suspense>
          )}
          {environment === "live" && purpose !== null && purpose !== "test" && (
            <Suspense>
              <FirstSteps />
            </Suspense>
          )}
          {/* Nothing shown or typed in one environment carries over to the other. */}
          <Outlet key={environment} />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}
