/** What is loaded when one of them is opened. */

export { CarrierPage } from "./carrier.tsx";
export { CarrierHealthPage } from "./health.tsx";
export { CarrierHookPage } from "./hook.tsx";
export { CarrierHooksPage } from "./hooks.tsx";
export { CarriersPage, InstallationCarriersPage } from "./list.tsx";
export { NewCarrierPage } from "./new.tsx";
export { CarrierRateCardPage } from "./rate-card/page.tsx";
export { CarrierSettingsPage } from "./settings.tsx";
export { CarrierTokensPage } from "./tokens.tsx";
