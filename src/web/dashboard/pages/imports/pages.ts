/** What is loaded when one of them is opened. */

export { ImportPage } from "./import/page.tsx";
export { ImportsPage } from "./list.tsx";
