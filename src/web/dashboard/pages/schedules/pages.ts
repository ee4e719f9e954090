/** What is loaded when one of them is opened. */

export { SchedulesPage } from "./list.tsx";
export { NewSchedulePage } from "./new.tsx";
export { SchedulePage } from "./schedule.tsx";
