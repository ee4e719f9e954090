/** What is loaded when one of them is opened. */

export { AccountPage } from "./account/page.tsx";
export { AuditPage } from "./audit.tsx";
export { SettingsPage } from "./page.tsx";
export { PeoplePage } from "./people/page.tsx";
export { YourSignInPage } from "./your-sign-in/page.tsx";
