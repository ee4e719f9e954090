import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { minuteMs } from "@/infra/units.ts";
import { FirstKey } from "../../components/first-key.tsx";
import { NoCarriers, useHasCarriers } from "../../components/no-carriers.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { useEnvironment } from "../../environment.ts";
import { useFirstKey } from "../../first-key.ts";
import { usePurpose } from "../../first-steps/purpose.ts";
import { useRefreshOnEvents } from "../../live.ts";
import { overviewNames } from "../../page-names.ts";
import { useMay } from "../../permissions.ts";
import { useRead } from "../../queries.ts";
import { Checklist } from "./checklist.tsx";
import { Overview } from "./overview.tsx";
import { ChoosePurpose } from "./purpose.tsx";

const leads = {
  sandbox: "Works like live, with simulated carriers and at no cost.",
  live: "Real carriers deliver these shipments for real money.",
} as const;

/** What changes with events. */
const changing = ["/platform/usage", "/platform/shipments"];
/** What also changes without one. */
const slower = ["/platform/account", "/platform/webhooks", "/platform/usage"];
const slowerEveryMs = minuteMs / 4;

/** A new account says first what it is for. */
export function StartPage() {
  const isNew = useIsNewAccount();
  const name = overviewNames[useEnvironment()];
  if (isNew === undefined) return <PageSkeleton name={name} />;
  if (!isNew) return <AccountPage />;
  return (
    <Page title="Welcome to Waybill">
      <ChoosePurpose />
    </Page>
  );
}

function AccountPage() {
  const environment = useEnvironment();
  const firstKey = useFirstKey();
  const hasCarriers = useHasCarriers(environment);
  const purpose = usePurpose();
  const isDeveloper = purpose === null || purpose === "test";
  const maySetUp = useMay("keys:write", "webhooks:write", "shipments:write");
  const refresh = useRefreshOnEvents(environment, changing);
  useEffect(() => {
    const timer = setInterval(refresh, slowerEveryMs, slower);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <Page title={overviewNames[environment]} {...(hasCarriers !== false && { lead: leads[environment] })}>
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
      {environment === "sandbox" && !isDeveloper && <LiveInstead />}
      {hasCarriers && maySetUp && isDeveloper && (
        <Checklist
          key={environment}
          environment={environment}
          firstKey={environment === "sandbox" ? firstKey : undefined}
          refresh={refresh}
        />
      )}
      {hasCarriers === false && isDeveloper && (
        <Section title="No carriers yet">
          <NoCarriers environment={environment} />
        </Section>
      )}
      <Overview isDeveloper={isDeveloper} />
    </Page>
  );
}

/** Whether nobody has said yet what the account is for, and nobody has used it. Undefined until that is known. */
function useIsNewAccount(): boolean | undefined {
  const purpose = usePurpose();
  const isAsked = useMay("account:write") && purpose === null;
  const query = { limit: 1 };
  const sandbox = useRead("/platform/shipments", { environment: "sandbox", query, enabled: isAsked });
  const live = useRead("/platform/shipments", { environment: "live", query, enabled: isAsked });
  if (!isAsked) return false;
  if (!sandbox.data || !live.data) return sandbox.error || live.error ? false : undefined;
  return sandbox.data.data.length === 0 && live.data.data.length === 0;
}

/** For accounts whose own work is elsewhere. */
function LiveInstead() {
  return (
    <Notice tone="quiet">
      Here you can try everything. Your own deliveries are{" "}
      <Anchor
        inherit
        renderRoot={(props) => <Link to="/$environment" params={{ environment: "live" }} {...props} />}
      >
        in Live
      </Anchor>
      .
    </Notice>
  );
}
