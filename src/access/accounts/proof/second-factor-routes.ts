import { Elysia } from "elysia";
import type { Deps } from "../../../infra/deps.ts";
import { withSession } from "../../../infra/http/context.ts";
import { operation } from "../../../infra/http/operation.ts";
import { NoQuery } from "../../../infra/http/schema.ts";
import { ConfirmSecondFactor, NewSecondFactor, RecoveryCodes, SecondFactorSchema } from "../schema.ts";
import {
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from "./second-factor.ts";

const tags = ["Accounts"] as const;
/** A code needs no more. */
const smallBody = { bytesMax: 8 * 1024 };
const signedIn = { kind: "session" } as const;

export const secondFactorRoutes = (deps: Deps) =>
  new Elysia({ prefix: "/api/v1/auth/second-factor" })
    .use(withSession)
    .get("", ({ session }) => getSecondFactor(deps, session), {
      query: NoQuery,
      response: { 200: SecondFactorSchema },
      detail: operation(signedIn, {
        operationId: "getSecondFactor",
        tags,
        body: smallBody,
        summary: "Read the state of your second factor",
        description: "Whether signing in asks for a code, and how many recovery codes are left.",
      }),
    })
    .post("", ({ session }) => startSecondFactor(deps, session), {
      query: NoQuery,
      response: { 201: NewSecondFactor },
      detail: operation(signedIn, {
        operationId: "startSecondFactor",
        tags,
        body: smallBody,
        summary: "Set up a second factor",
        description:
          "Returns a secret for an authenticator app. Signing in asks for its codes after the first one was confirmed.",
        problems: ["second_factor_active", "confirmation_required"],
        answer: { secret: true },
      }),
    })
    .post("/confirmation", ({ body, session }) => confirmSecondFactor(deps, session, body), {
      body: ConfirmSecondFactor,
      query: NoQuery,
      response: { 200: RecoveryCodes },
      detail: operation(signedIn, {
        operationId: "confirmSecondFactor",
        tags,
        body: smallBody,
        summary: "Turn the second factor on",
        description:
          "Takes the first code of the app. Returns ten recovery codes, for signing in without the app.",
        problems: ["second_factor_active", "second_factor_missing", "confirmation_required"],
        answer: { secret: true },
      }),
    })
    .post("/recovery-codes", ({ session }) => replaceRecoveryCodes(deps, session), {
      query: NoQuery,
      response: { 200: RecoveryCodes },
      detail: operation(signedIn, {
        operationId: "replaceRecoveryCodes",
        tags,
        body: smallBody,
        summary: "Replace your recovery codes",
        description: "The earlier ones no longer work.",
        problems: ["second_factor_missing", "confirmation_required"],
        answer: { secret: true },
      }),
    })
    .delete("", ({ session }) => endSecondFactor(deps, session), {
      query: NoQuery,
      detail: operation(signedIn, {
        operationId: "endSecondFactor",
        tags,
        body: smallBody,
        summary: "Turn the second factor off",
        description: "Signing in then asks for the password alone. The recovery codes no longer work.",
        problems: ["confirmation_required"],
        answer: { empty: { 204: "The second factor is off." } },
      }),
    });
