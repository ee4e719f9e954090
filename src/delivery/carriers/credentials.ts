import { AppError, invalidField } from "../../infra/errors.ts";
import { memberPointer } from "../../infra/http/json.ts";
import { isCallError } from "./call-error.ts";

/**
 * Refusals of credentials that the carrier does not take, or that belong in the other environment. Nothing in the sandbox
 * may buy a real delivery.
 */

/** @param setting the name of the setting that holds the key */
export function productionCredentials(setting: string): AppError {
  return new AppError("production_credentials", {
    detail: "Use a test key in the sandbox. Set the carrier up in live with this key.",
    errors: [
      {
        pointer: memberPointer("#/settings", setting),
        code: "production_credentials",
        detail: "must be a test key in the sandbox",
      },
    ],
  });
}

/**
 * Judges a key by the error of a call that tried it. A carrier that does not answer, or has other troubles, says nothing
 * about the key. @param setting as above @param name of the carrier
 * @throws AppError `validation_failed` for a key that the carrier refused; an error that is no failed call, as it is
 */
export function refuseRefusedKey(error: unknown, setting: string, name: string): void {
  if (!isCallError(error)) throw error;
  if (error.status !== 401 && error.status !== 403) return;
  const detail = `must be a key that ${name} accepts: it refused this one`;
  throw invalidField(memberPointer("#/settings", setting), "refused", detail);
}
