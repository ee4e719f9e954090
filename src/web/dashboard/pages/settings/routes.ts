import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import { environment } from "../../routes.tsx";

/** The pages of the account and of the person. */

const settings = createRoute({
  getParentRoute: () => environment,
  path: "settings",
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "SettingsPage"),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/$environment/settings/account", params, replace: true });
  },
});

const account = createRoute({
  getParentRoute: () => settings,
  path: "account",
  staticData: { title: "Account" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "AccountPage"),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: "people",
  staticData: { title: "People" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "PeoplePage"),
});

const yourSignIn = createRoute({
  getParentRoute: () => settings,
  path: "sign-in",
  staticData: { title: "Your sign-in" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "YourSignInPage"),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: "audit",
  staticData: { title: "Audit log" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "AuditPage"),
});

export const settingsRoutes = settings.addChildren([settingsHome, account, people, yourSignIn, audit]);
