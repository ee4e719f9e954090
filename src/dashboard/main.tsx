import "@mantine/core/styles.css";
import "@mantine/charts/styles.css";
import "@mantine/notifications/styles.css";
import "leaflet/dist/leaflet.css";
import "./styles.css";
import "./map/map.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { onConnectionChange } from "./connection.ts";
import { createQueryClient } from "./queries.ts";
import { createDashboardRouter } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce ?? "";
// How the package that keeps the page still behind a dialog asks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const client = createQueryClient(() => signOut());
const router = createDashboardRouter(client);
onConnectionChange(() => void client.invalidateQueries());

const place = document.getElementById("dashboard");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={client}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

/** The session is over: what it showed is forgotten, and the way back is kept. */
function signOut(): void {
  if (router.state.location.pathname === "/sign-in") return;
  const { href } = router.state.location;
  void router.navigate({ to: "/sign-in", search: { from: href } }).then(() => client.clear());
}
