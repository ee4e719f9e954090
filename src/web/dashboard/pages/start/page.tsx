import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { minuteMs } from "@/infra/units.ts";
import { FirstKey } from "../../components/first-key.tsx";
import { NoCarriers, useHasCarriers } from "../../components/no-carriers.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { useFirstKey } from "../../first-key.ts";
import { useRefreshOnEvents } from "../../live.ts";
import { useMay } from "../../permissions.ts";
import { Checklist } from "./checklist.tsx";
import { Overview } from "./overview.tsx";

const leads = {
  sandbox: "Works like live, with simulated carriers and at no cost.",
  live: "Real carriers deliver these shipments for real money.",
} as const;

/** What changes with events. */
const changing = ["/platform/usage", "/platform/shipments"];
/** What also changes without one. */
const slower = ["/platform/account", "/platform/webhooks", "/platform/usage"];
const slowerEveryMs = minuteMs / 4;

export function StartPage() {
  const environment = useEnvironment();
  const firstKey = useFirstKey();
  const hasCarriers = useHasCarriers(environment);
  const maySetUp = useMay("keys:write", "webhooks:write", "shipments:write");
  const refresh = useRefreshOnEvents(environment, changing);
  useEffect(() => {
    const timer = setInterval(refresh, slowerEveryMs, slower);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <Page
      title={environment === "sandbox" ? "Your sandbox" : "Live"}
      {...(hasCarriers !== false && { lead: leads[environment] })}
    >
      <FirstKey>
        <Text size="sm" c="dimmed">
          Manage keys and permissions:{" "}
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link to="/$environment/keys" params={{ environment: "sandbox" }} {...props} />
            )}
          >
            API keys
          </Anchor>
        </Text>
      </FirstKey>
      {hasCarriers && maySetUp && (
        <Checklist
          key={environment}
          environment={environment}
          firstKey={environment === "sandbox" ? firstKey : undefined}
          refresh={refresh}
        />
      )}
      {hasCarriers === false && (
        <Section title="No carriers yet">
          <NoCarriers environment={environment} />
        </Section>
      )}
      <Overview />
    </Page>
  );
}
