import { Outlet } from "@tanstack/react-router";
import { Page } from "../components/page.tsx";
import { TabLinks } from "../components/tab-links.tsx";

const tabs = [
  { label: "Account", to: "/$environment/settings/account" },
  { label: "Sessions", to: "/$environment/settings/sessions" },
  { label: "Audit log", to: "/$environment/settings/audit" },
] as const;

export function SettingsPage() {
  return (
    <Page title="Settings" lead="Applies to sandbox and live.">
      <TabLinks label="Settings" tabs={tabs} />
      <Outlet />
    </Page>
  );
}
