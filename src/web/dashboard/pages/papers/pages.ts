/** What is loaded when one of them is opened. */

export { DayListPage } from "./day-list.tsx";
export { HowToPage } from "./how-to/page.tsx";
export { RunSheetPage } from "./run-sheet.tsx";
export { PrintedStatementPage } from "./statement.tsx";
