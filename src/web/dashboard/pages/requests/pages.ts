/** What is loaded when one of them is opened. */

export { RequestsPage } from "./list.tsx";
export { RequestPage } from "./request.tsx";
