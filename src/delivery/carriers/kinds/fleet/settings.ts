import { type Static, Type } from "@sinclair/typebox";
import { Words } from "@/infra/http/kinds.ts";
import { type DispatchTerms, type FleetAttention, fleetAttentionKinds } from "../../dispatch-terms.ts";
import type { ServiceNames } from "./card-text.ts";

/** Forms hide what says nothing with `manual`. */
const withNearest = { "x-only-with": { dispatch: "nearest" } };

const defaults = {
  dispatch: "manual",
  radius_meters: 5_000,
  answer_seconds: 60,
  riders_may_call: false,
  gives_back: false,
} as const;

export const FleetSettings = Type.Object(
  {
    dispatch: Type.Optional(
      Words(["manual", "nearest"], {
        default: defaults.dispatch,
        title: "Dispatch",
        description:
          "`manual`: you assign each job. `nearest`: Waybill asks the nearest driver, then the next.",
      }),
    ),
    radius_meters: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 1_000_000,
        default: defaults.radius_meters,
        title: "Radius",
        ...withNearest,
        description: "Meters. With `nearest`, drivers farther from the pickup are not asked.",
      }),
    ),
    answer_seconds: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 3_600,
        default: defaults.answer_seconds,
        title: "Time to answer",
        ...withNearest,
        description: "Seconds. With `nearest`, Waybill asks the next driver after this time.",
      }),
    ),
    riders_may_call: Type.Optional(
      Type.Boolean({
        default: defaults.riders_may_call,
        title: "Riders may call recipients",
        description: "From the pickup until the handover the driver sees the recipient's phone number.",
      }),
    ),
    gives_back: Type.Optional(
      Type.Boolean({
        default: defaults.gives_back,
        title: "Gives jobs back",
        description:
          "Whether a job that no driver takes goes back to the market 10 minutes before its window ends. Otherwise it stays yours, and a person chooses.",
      }),
    ),
    attention: Type.Optional(
      Type.Array(Words(fleetAttentionKinds), {
        default: [...fleetAttentionKinds],
        maxItems: 20,
        uniqueItems: true,
        title: "Attention",
        description:
          "What also raises attention. `clock_wrong`: the clock of a driver's tracking app is off. `address_unclear`: the geocoder did not find the house of an accepted shipment, and the pickup is within 24 hours. `goods_with_absent_driver`: a driver who is out has goods. `job_not_seen`: a driver on duty has not seen a job or a change of the next 60 minutes. A new fleet has all, an older one none.",
      }),
    ),
  },
  { additionalProperties: false },
);
type FleetSettings = Static<typeof FleetSettings>;

/** What a new fleet of an account starts with. Whoever sets one up today calls the recipients of their own orders. */
export const firstFleetSettings: FleetSettings = { riders_may_call: true };

/** Whether drivers of a fleet with these settings see the recipient's phone number while they have the goods. */
export function mayRidersCall({ riders_may_call }: FleetSettings): boolean {
  return riders_may_call ?? defaults.riders_may_call;
}

/** The kinds of attention that the fleet's owner wants beside those that every fleet has. */
export function attentionOf({ attention }: FleetSettings): readonly FleetAttention[] {
  return attention ?? fleetAttentionKinds;
}

export function dispatchTermsOf(
  settings: FleetSettings,
  services: () => readonly ServiceNames[],
): DispatchTerms {
  const { dispatch, radius_meters, answer_seconds, gives_back } = { ...defaults, ...settings };
  return {
    choice: dispatch,
    radiusMeters: radius_meters,
    answerMs: answer_seconds * 1000,
    givesBack: gives_back,
    leadMs(serviceCode) {
      const service = services().find(({ code }) => code === serviceCode);
      return (service?.leadMinutes ?? 0) * 60_000;
    },
  };
}
