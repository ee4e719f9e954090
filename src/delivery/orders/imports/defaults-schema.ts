import { type Static, Type } from "@sinclair/typebox";
import {
  CalendarDate,
  CountryCode,
  CurrencyCode,
  Id,
  Named,
  Nullable,
  Words,
} from "../../../infra/http/schema.ts";
import { AcceptAtOnce } from "../../lifecycle/assignments/schema.ts";
import { vehicleTypes } from "../../model/model.ts";
import { draft, optionalText, RequirementsInput, WindowInput } from "../shipments/schema.ts";

/** What rows have where their cells say nothing. */
export const ImportDefaults = Named(
  "ImportDefaults",
  {
    country: Type.Optional(CountryCode),
    currency: Type.Optional(CurrencyCode),
    date: Type.Optional({ ...CalendarDate, description: "The day of times without one." }),
    pickup: Type.Optional(draft.pickup),
    delivery: Type.Optional(
      Named("ImportDeliveryDefaults", {
        instructions: optionalText(280),
        window: Type.Optional(Nullable(WindowInput)),
        requirements: Type.Optional(RequirementsInput),
      }),
    ),
    parcels: Type.Optional({
      ...draft.parcels,
      description:
        "The parcels of a row. Where columns tell of one parcel, the first is what they leave open.",
    }),
    if_undeliverable: draft.if_undeliverable,
    carriers: draft.carriers,
    services: draft.services,
    metadata: draft.metadata,
    accept: Type.Optional(
      Nullable(AcceptAtOnce, {
        description: "Left out: as `accept_by_default` of the account. Null: nothing.",
      }),
    ),
    carrier_id: Type.Optional({
      ...Id("car"),
      description: "The fleet of drivers. Without it, the only one that you have.",
    }),
    vehicle_type: Type.Optional(Words(vehicleTypes, { title: "ImportedVehicleType" })),
  },
  {
    description:
      "What rows have where their cells say nothing. `country` is that of addresses and phone numbers that name none, `currency` that of amounts.",
  },
);
export type ImportDefaults = Static<typeof ImportDefaults>;
