import type { Deps } from "../../../infra/deps.ts";
import { AppError, type FieldError, refuseFields } from "../../../infra/errors.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { refuseInvalid } from "../shipments/new-shipment.ts";
import type { ShipmentDraft } from "../shipments/schema.ts";
import { servicesOf } from "./fleets.ts";
import type { OpenForm } from "./opening.ts";
import type { EstimateOrder, PlaceOrder } from "./order-schema.ts";
import type { OrderFormRow } from "./store.ts";

/** From what a customer ordered to the shipment that it asks for. */

/** The shipment of an order, with the form's pickup, and its service or those of the form. */
export function draftOf(
  { pickup, services: offered }: Pick<OrderFormRow, "pickup" | "services">,
  { delivery, pickup_window, parcels, service, reference }: PlaceOrder,
): ShipmentDraft {
  const services = service == null ? offered : [service];
  return {
    reference: reference ?? null,
    pickup: { ...pickup, window: pickup_window ?? null },
    delivery,
    parcels,
    ...(services && { services }),
  };
}

/** Refuses what the form does not offer. @throws AppError `validation_failed` */
export function refuseNotOffered(
  deps: DeliveryDeps,
  { form, environment, accountId }: OpenForm,
  { delivery, service }: Pick<EstimateOrder, "delivery" | "service">,
): void {
  const errors: FieldError[] = [];
  const { countries } = form;
  if (countries && !countries.includes(delivery.address.country)) {
    const detail = `must be one of the form's countries: ${countries.join(", ")}`;
    errors.push({ pointer: "#/delivery/address/country", code: "not_allowed", detail });
  }
  const offered = servicesOf(deps, { environment, accountId }, form.services);
  const isUnknown = offered.length > 0 && !offered.some(({ code }) => code === service);
  if (service != null && isUnknown)
    errors.push({ pointer: "#/service", code: "unknown", detail: "must be one of the form's services" });
  refuseFields(errors);
}

/** As `refuseInvalid`, with pointers into an order. @throws AppError `validation_failed` */
export function refuseInvalidOrder(deps: Deps, draft: ShipmentDraft): void {
  try {
    refuseInvalid(deps, draft);
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.errors) throw error;
    const errors = error.options.errors.map(({ pointer, ...rest }) => ({
      ...rest,
      ...(pointer !== undefined && { pointer: pointer.replace("#/pickup/window", "#/pickup_window") }),
    }));
    throw new AppError(error.code, { ...error.options, errors });
  }
}
