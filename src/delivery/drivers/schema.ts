import { Type } from "@sinclair/typebox";
import { GrowingWords, Named, Nullable, Words } from "../../infra/http/schema.ts";
import { vehicleTypes } from "../model.ts";
import { driverLanguages } from "./driver.ts";

/** The members of a driver that the dispatcher, the driver and the driver's page see alike. */
export const driverMembers = {
  name: Type.String({ description: "Senders and recipients see `Kim B.`", examples: ["Kim Berger"] }),
  phone: Nullable(Type.String({ examples: ["+4930123456"] })),
  vehicle: Named("DriverVehicle", {
    type: GrowingWords(vehicleTypes),
    plate: Nullable(Type.String({ examples: ["B-WB 1001"] })),
  }),
  language: Nullable(Words(driverLanguages, { title: "DriverLanguage" }), {
    description: "The language of the driver page. Null: that of the phone.",
    examples: ["de"],
  }),
  on_duty: Type.Boolean({
    description: "Off duty, a driver is offered no jobs and positions are discarded.",
  }),
  capacity: Named(
    "DriverCapacity",
    {
      assignments: Nullable(Type.Integer({ minimum: 1 })),
      weight_grams: Nullable(Type.Integer({ minimum: 1 })),
    },
    {
      description: "How much the driver takes at a time. Null: no limit.",
      examples: [{ assignments: 5, weight_grams: 40_000 }],
    },
  ),
};
