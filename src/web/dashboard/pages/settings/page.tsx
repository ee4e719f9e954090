import { Outlet } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { useMay } from "../../permissions.ts";

export function SettingsPage() {
  const seesPeople = useMay("people:read");
  const seesAudit = useMay("audit:read");
  const tabs = [
    { label: "Account", to: "/$environment/settings/account" },
    ...(seesPeople ? [{ label: "People", to: "/$environment/settings/people" } as const] : []),
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
