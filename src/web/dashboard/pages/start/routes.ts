import { createRoute } from "@tanstack/react-router";
import { environment } from "../../routes.tsx";
import { StartPage } from "./page.tsx";

/** The overview, where a signed-in person arrives. */

const start = createRoute({
  getParentRoute: () => environment,
  path: "/",
  staticData: { title: "Overview" },
  component: StartPage,
});

export const startRoutes = [start] as const;
