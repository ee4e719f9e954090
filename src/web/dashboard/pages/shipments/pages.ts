/** What is loaded when one of them is opened. */

export { ShipmentsPage } from "./list.tsx";
export { NewShipmentPage } from "./new/page.tsx";
export { ShipmentPage } from "./shipment/page.tsx";
