/** What is loaded when one of them is opened. */

export { DriverDaysPage } from "./days.tsx";
export { DriverPage } from "./driver.tsx";
export { DriverJobsPage } from "./jobs.tsx";
export { DriversPage, InstallationDriversPage } from "./list.tsx";
export { NewDriverPage } from "./new.tsx";
export { DriverPhonePage } from "./phone.tsx";
export { DriverResultsPage } from "./results.tsx";
export { DriverSettingsPage } from "./settings.tsx";
export { DriverTokensPage } from "./tokens.tsx";
