import { type Static, Type } from "@sinclair/typebox";
import { Environment, Id, Named, Nullable, Timestamp } from "../../../infra/http/schema.ts";
import { driverMembers } from "../drivers/schema.ts";

export const DriverMe = Named("DriverMe", {
  driver: Named("OwnDriver", { id: Id("drv"), ...driverMembers }),
  carrier: Named("DriverCarrier", { id: Id("car"), name: Type.String({ examples: ["City Riders"] }) }),
  environment: Environment,
  waiting: Type.Integer({ minimum: 0, description: "Jobs that wait for your yes or no.", examples: [2] }),
  push: Nullable(
    Named("PushPolicy", {
      public_key: Type.String({
        description: "What the browser subscribes with, as `applicationServerKey`.",
        examples: ["BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo"],
      }),
    }),
    {
      description:
        "How to have this phone woken when there is something new. Null where push is off, and for a token.",
    },
  ),
  positions: Named(
    "PositionPolicy",
    {
      every_seconds: Type.Integer({ minimum: 1, examples: [5] }),
      batch_seconds: Type.Integer({ minimum: 1, examples: [15] }),
    },
    { description: "How often to take your position while on duty, and how often to send what was taken." },
  ),
});
export type DriverMeView = Static<typeof DriverMe>;

export const SetDuty = Named("SetDuty", {
  on_duty: Type.Boolean({ examples: [true] }),
  until: Type.Optional({
    ...Timestamp,
    description:
      "When it changes back by itself, within 24 hours: the end of your break, or of your shift. " +
      "Without it, the duty stays until somebody changes it.",
    examples: ["2026-01-31T17:30:00.000Z"],
  }),
  at: Type.Optional({
    ...Timestamp,
    description:
      "When the driver tapped it, if the phone had no network then. Positions from that time on count. " +
      "A tap that is older than the last change of duty changes nothing. Default: now.",
  }),
  sent_at: Type.Optional({
    ...Timestamp,
    description: "What time the phone has now. By it Waybill corrects `at`, as in `POST /driver/reports`.",
  }),
});
export type SetDuty = Static<typeof SetDuty>;
