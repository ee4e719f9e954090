/** What is loaded when one of them is opened. */

export { ChargesPage } from "./list.tsx";
export { StatementsPage } from "./statements.tsx";
