/** What is loaded when one of them is opened. */

export { DispatchPage, InstallationDispatchPage } from "./page.tsx";
