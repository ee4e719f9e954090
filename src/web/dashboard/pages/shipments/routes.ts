import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loaded } from "../../connection.ts";
import {
  filtersOf,
  idParam,
  newShipmentFilters,
  shipmentFilters,
  shipmentPageFilters,
} from "../../filters.ts";
import { environment } from "../../routes.tsx";

/** The list of shipments, the form of a new one, and the page of each. */

const shipments = createRoute({
  getParentRoute: () => environment,
  path: "shipments",
  validateSearch: filtersOf(shipmentFilters),
  staticData: { title: "Shipments" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "ShipmentsPage"),
});

const newShipment = createRoute({
  getParentRoute: () => environment,
  path: "shipments/new",
  validateSearch: filtersOf(newShipmentFilters),
  staticData: { title: "New shipment" },
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "NewShipmentPage"),
});

const shipment = createRoute({
  getParentRoute: () => environment,
  path: "shipments/$shipmentId",
  params: idParam("shipmentId", "shp"),
  validateSearch: filtersOf(shipmentPageFilters),
  component: lazyRouteComponent(() => loaded(import("./pages.ts")), "ShipmentPage"),
});

export const shipmentRoutes = [shipments, newShipment, shipment] as const;
