/** What is loaded when one of them is opened. */

export { AccountPage } from "./account.tsx";
export { AccountsPage } from "./accounts.tsx";
export { JobsPage } from "./jobs.tsx";
export { OverviewPage } from "./overview.tsx";
export { OperatorPage } from "./page.tsx";
export { OperatorSettingsPage } from "./settings.tsx";
export { StatementsPage } from "./statements.tsx";
export { StoragePage } from "./storage.tsx";
export { TiersPage } from "./tiers.tsx";
