import { type Static, Type } from "@sinclair/typebox";
import { GrowingWords, JudgedLater, MoneyInput, Named, Nullable, Words } from "../../../infra/http/schema.ts";
import { outcomes, reasonCodes } from "../model.ts";
import {
  attemptsMax,
  cancelAnswers,
  quoteAnswers,
  refusalCodes,
  scriptedCarriers,
  secondsMax,
  stepsMax,
} from "./script.ts";
import { Driver, Message, type ScriptStep, stepSchemas } from "./step-schema.ts";

/** The language of scripts: what the carriers answer, and what the one that is chosen reports. Contract §9. */

const Quote = Named("ScriptedQuote", {
  carrier: Words(scriptedCarriers, { title: "ScriptedCarrier" }),
  answer: Type.Optional(
    Words(quoteAnswers, {
      title: "ScriptedAnswer",
      default: "offer",
      description:
        "`offer`: the carrier makes its offer, if it takes such shipments. `unavailable`: it makes none. " +
        "`error`: its API fails, so it is unavailable with `carrier_error`. `none`: it never answers, so it " +
        "is unavailable with `carrier_timeout` at the deadline of the quotes.",
    }),
  ),
  after_seconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 60,
      default: 0,
      description:
        "When it answers, in seconds of the clock, whatever the speed. After the deadline it is too late.",
    }),
  ),
  price: Type.Optional(
    Nullable(MoneyInput, { description: "Of its offer. Null: what the carrier usually charges." }),
  ),
  expires_in_seconds: Type.Optional(
    Type.Number({ minimum: 0, maximum: secondsMax, description: "How long its offer is open." }),
  ),
  code: Type.Optional(
    Words(refusalCodes, {
      title: "ScriptedRefusal",
      default: "no_drivers",
      description: "Why it is unavailable.",
    }),
  ),
  message: Type.Optional(Message),
});

export type ScriptedQuote = Static<typeof Quote>;

const Cancellation = Named(
  "ScriptedCancellationAnswer",
  {
    answer: Words(cancelAnswers, {
      title: "ScriptedCancellationWord",
      description:
        "`refuse`: 409 `carrier_refused_cancellation`. `wait`: 202, until a step `cancelled` or " +
        "`cancellation_refused` decides.",
    }),
    fee: Type.Optional(Nullable(MoneyInput, { description: "What an accepted cancellation costs." })),
    reason_code: Type.Optional(Words(reasonCodes, { title: "ScriptedCancellationReason", default: "other" })),
    message: Type.Optional(Message),
  },
  {
    description:
      "What the carrier answers when you cancel the shipment or release the assignment. Without it, that needs no answer.",
  },
);

const Steps = (description: string) =>
  Type.Array(JudgedLater(Type.Union(Object.values(stepSchemas), { title: "ScriptStep" })), {
    maxItems: stepsMax,
    description,
  });

export const ScriptSchema = Named(
  "SimulationScript",
  {
    quotes: Type.Optional(
      Type.Array(Quote, {
        minItems: 1,
        maxItems: scriptedCarriers.length,
        description:
          "What carriers answer when Waybill asks for quotes. Only these are asked. Without it, all three.",
      }),
    ),
    driver: Type.Optional(Driver),
    steps: Type.Optional(
      Steps(
        "What happens after a quote is accepted, in the order of the reports. Without it, as in `delivered`.",
      ),
    ),
    cancellation: Type.Optional(Cancellation),
    attempts: Type.Optional(
      Type.Array(Steps("The steps of one assignment."), {
        maxItems: attemptsMax,
        description:
          "The steps of the assignments after the first one. The last list applies to all that follow. " +
          "Without it, every carrier does the same.",
      }),
    ),
  },
  {
    description:
      "What happens to the shipment, step by step. Steps are reports of carriers, as for `POST /carrier/reports`.",
    examples: [
      {
        quotes: [
          { carrier: "city_van", price: { amount: 990, currency: "EUR" } },
          { carrier: "swift_bike", answer: "unavailable", code: "no_drivers", after_seconds: 2 },
        ],
        driver: { name: "Ada B." },
        steps: [
          { type: "progress", substatus: "picked_up", after_seconds: 10 },
          { type: "ride", leg: "delivery", lasting_seconds: 20 },
          { type: "attempt_failed", reason_code: "access_restricted", after_seconds: 20 },
          { type: "delivered", after_seconds: 20, proof: { handed_to: "neighbour" } },
        ],
      },
    ],
  },
);

/** A script whose steps are sound. */
export type Script = Omit<Static<typeof ScriptSchema>, "steps" | "attempts"> & {
  steps?: ScriptStep[];
  attempts?: ScriptStep[][];
};

const NamedScript = Named("NamedScript", {
  name: GrowingWords(outcomes),
  description: Type.String({ examples: ["No carrier makes an offer."] }),
  script: Type.Unsafe<Script>(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: "As in `simulation.script`.",
        examples: [{ quotes: [{ carrier: "swift_bike", answer: "unavailable" }] }],
      },
    ),
  ),
});

export const NamedScripts = Named("NamedScripts", {
  data: Type.Array(NamedScript, { description: "One for each value of `simulation.outcome`." }),
});
