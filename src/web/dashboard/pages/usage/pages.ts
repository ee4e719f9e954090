/** What is loaded when one of them is opened. */

export { UsagePage } from "./page.tsx";
