/** What is loaded when one of them is opened. */

export { ContactsPage } from "./list.tsx";
