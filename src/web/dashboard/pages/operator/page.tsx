import { Outlet } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { TabLinks } from "../../components/tab-links.tsx";

const tabs = [
  { label: "Overview", to: "/$environment/operator", isExact: true },
  { label: "Accounts", to: "/$environment/operator/accounts" },
  { label: "Tiers", to: "/$environment/operator/tiers" },
  { label: "Carriers", to: "/$environment/operator/carriers" },
  { label: "Drivers", to: "/$environment/operator/drivers" },
  { label: "Dispatch", to: "/$environment/operator/dispatch" },
  { label: "Statements", to: "/$environment/operator/statements" },
  { label: "Jobs", to: "/$environment/operator/jobs" },
  { label: "Storage", to: "/$environment/operator/storage" },
  { label: "Settings", to: "/$environment/operator/settings" },
] as const;

/** Only for operators; the API refuses everybody else. */
export function OperatorPage() {
  return (
    <Page title="Operator" lead="The whole installation: all accounts, both environments.">
      <TabLinks label="Operator" tabs={tabs} />
      <Outlet />
    </Page>
  );
}
