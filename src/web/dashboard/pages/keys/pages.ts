/** What is loaded when one of them is opened. */

export { KeysPage } from "./list.tsx";
