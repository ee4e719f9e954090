import type { Log } from "../infra/log.ts";
import { exitCodes } from "./exit-code.ts";

/** What nobody caught may have left anything half done in memory; the files hold what was committed, and no more. */
export function endAtFaults(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, "Uncaught error. The process exits; restarting is safe");
    process.exit(exitCodes.fault.code);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
