import { AppError } from "../../infra/errors.ts";
import { memberPointer } from "../../infra/http/json.ts";

/** Refusals of credentials that belong in the other environment. Nothing in the sandbox may buy a real delivery. */

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
