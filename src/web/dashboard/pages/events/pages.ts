/** What is loaded when one of them is opened. */

export { EventPage } from "./event.tsx";
export { EventsPage } from "./list.tsx";
