import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { checkConnection, onReturn } from "./connection.ts";
import { keepFocus } from "./focus.ts";
import { followPerson } from "./person.ts";
import { sessionQuery } from "./queries.ts";
import { createQueryClient } from "./query-client.ts";
import { createDashboardRouter } from "./router.tsx";
import { cssVariables, theme } from "./theme.ts";

const nonce = document.querySelector<HTMLElement>("[nonce]")?.nonce ?? "";
// The package that locks scrolling behind dialogs reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const client = createQueryClient();
const router = createDashboardRouter(client);
keepFocus();
onReturn(() => void client.invalidateQueries());
window.addEventListener("offline", () => void checkConnection());
followPerson(client);
window.addEventListener("pagehide", ({ persisted }) => {
  document.body.hidden = persisted;
});
window.addEventListener("pageshow", ({ persisted }) => persisted && void showCached());

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

/** A page from the back-forward cache is shown only while its session exists. */
async function showCached(): Promise<void> {
  await client.refetchQueries(sessionQuery);
  if (client.getQueryState(sessionQuery.queryKey)?.error?.status === 401) window.location.reload();
  else document.body.hidden = false;
}
