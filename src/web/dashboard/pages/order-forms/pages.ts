/** What is loaded when one of them is opened. */

export { OrderFormPage } from "./form.tsx";
export { FormLinkPage } from "./link.tsx";
export { OrderFormsPage } from "./list.tsx";
export { NewOrderFormPage } from "./new.tsx";
export { FormOrdersPage } from "./orders.tsx";
export { FormSettingsPage } from "./settings.tsx";
export { FormStatementPage } from "./statement.tsx";
