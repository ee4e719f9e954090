import { type Static, Type } from "@sinclair/typebox";
import {
  Environment,
  GrowingWords,
  Id,
  Line,
  Name,
  Named,
  Nullable,
  Page,
  Phone,
  Tidied,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { jobsPerDriverMax } from "../../lifecycle/driver-jobs/driver-job.ts";
import { pageLanguages, vehicleTypes } from "../../model/model.ts";

const nameExamples = { examples: ["Kim Berger"] };
const plateExamples = { examples: ["B-WB 1001"] };
const capacityOptions = {
  description: `How much the driver takes at a time. Null: no limit of their own; nobody has more than ${jobsPerDriverMax} jobs.`,
  examples: [{ assignments: 5, weight_grams: 40_000 }],
};
const languageDescription = "The language of the driver page. Null: that of the phone.";
const weightGramsMax = 100_000_000;
const WithoutPhone = Type.Boolean({
  description:
    "Whether the driver works without a phone: a dispatcher sets the duty and enters the results. Waybill offers such a driver no jobs and counts nobody as nearest without a phone.",
  examples: [false],
});

/** Of a list of drivers. */
export const driverFilters = {
  carrier_id: Type.Optional(Id("car")),
  on_duty: Type.Optional(Words(["true", "false"], { title: "OnDuty" })),
};

/** What the dispatcher and the driver see alike. */
export const driverMembers = {
  name: Type.String({ description: "Senders and recipients see `Kim B.`", ...nameExamples }),
  phone: Nullable(Type.String({ examples: ["+4930123456"] })),
  vehicle: Named("DriverVehicle", {
    type: GrowingWords(vehicleTypes),
    plate: Nullable(Type.String(plateExamples)),
  }),
  language: Nullable(Words(pageLanguages, { title: "DriverLanguage" }), {
    description: languageDescription,
    examples: ["de"],
  }),
  on_duty: Type.Boolean({
    description: "Off duty, a driver is offered no jobs and positions are discarded.",
  }),
  duty_until: Nullable(Timestamp, {
    description: "When the duty changes back by itself, as after a break. Null: when somebody changes it.",
    examples: [null],
  }),
  capacity: Named(
    "DriverCapacity",
    {
      assignments: Nullable(Type.Integer({ minimum: 1 })),
      weight_grams: Nullable(Type.Integer({ minimum: 1 })),
    },
    capacityOptions,
  ),
};

export const DriverPosition = Named("DriverPosition", {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  accuracy_meters: Nullable(Type.Integer({ minimum: 0 })),
  heading_degrees: Nullable(Type.Integer({ minimum: 0, maximum: 359 })),
  speed_mps: Nullable(Type.Number({ minimum: 0 })),
  recorded_at: Timestamp,
});

export const DriverDetails = Named("DriverDetails", {
  id: Id("drv"),
  environment: Environment,
  carrier_id: Id("car"),
  ...driverMembers,
  position: Nullable(DriverPosition, {
    description: "The last good position. Null off duty, and before the first one.",
  }),
  absent_until: Nullable(Timestamp, {
    description: "Until when the driver is out. Null for a driver who is there.",
    examples: [null],
  }),
  without_phone: WithoutPhone,
  active_assignments: Type.Integer({ minimum: 0, description: "Jobs that the driver has accepted." }),
  devices: Type.Integer({ minimum: 0, description: "Devices that are connected." }),
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type DriverView = Static<typeof DriverDetails>;
export const DriverPage = Page(DriverDetails);

const Plate = Nullable(Tidied(Line(20)), plateExamples);
const Language = Nullable(Words(pageLanguages, { title: "DriverLanguage" }), {
  description: languageDescription,
  examples: ["de"],
});
const VehicleType = Words(vehicleTypes, { title: "DriverVehicleType" });
const Capacity = Named(
  "SetDriverCapacity",
  {
    assignments: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: jobsPerDriverMax }))),
    weight_grams: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: weightGramsMax }))),
  },
  capacityOptions,
);

export const CreateDriver = Named("CreateDriver", {
  carrier_id: Id("car"),
  name: Tidied(Name(100, nameExamples)),
  phone: Type.Optional(Nullable(Phone)),
  vehicle: Named("NewDriverVehicle", { type: VehicleType, plate: Type.Optional(Plate) }),
  language: Type.Optional(Language),
  capacity: Type.Optional(Capacity),
  without_phone: Type.Optional(WithoutPhone),
});
export type CreateDriver = Static<typeof CreateDriver>;

export const PatchDriver = Named(
  "PatchDriver",
  {
    name: Type.Optional(Tidied(Name(100, nameExamples))),
    phone: Type.Optional(Nullable(Phone)),
    vehicle: Type.Optional(
      Named("PatchDriverVehicle", { type: Type.Optional(VehicleType), plate: Type.Optional(Plate) }),
    ),
    language: Type.Optional(Language),
    capacity: Type.Optional(Capacity),
    without_phone: Type.Optional(WithoutPhone),
    on_duty: Type.Optional(
      Type.Boolean({
        description:
          "`false` takes the driver off duty. `true` only for a driver without a phone: every other driver goes on duty on theirs.",
      }),
    ),
  },
  { examples: [{ name: "Kim Berger", capacity: { assignments: 3 } }] },
);
export type PatchDriver = Static<typeof PatchDriver>;
