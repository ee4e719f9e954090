import type { Log } from "../infra/log.ts";
import { exitCodes } from "./exit-code.ts";

/** After an uncaught error the memory may be inconsistent, while the files hold only what was committed. */
export function exitOnUncaughtErrors(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, "Uncaught error. The process exits; restarting is safe");
    process.exit(exitCodes.fault.code);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
