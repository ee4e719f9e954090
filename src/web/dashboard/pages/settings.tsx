import { Outlet } from "@tanstack/react-router";
import { Page } from "../components/page.tsx";
import { TabLinks } from "../components/tab-links.tsx";
import { useMay } from "../permissions.ts";

export function SettingsPage() {
  const seesAudit = useMay("audit:read");
  const tabs = [
    { label: "Account", to: "/$environment/settings/account" },
    { label: "Your sign-in", to: "/$environment/settings/sign-in" },
    ...(seesAudit ? [{ label: "Audit log", to: "/$environment/settings/audit" } as const] : []),
  ] as const;
  return (
    <Page title="Settings" lead="Applies to sandbox and live.">
      <TabLinks label="Settings" tabs={tabs} />
      <Outlet />
    </Page>
  );
}
