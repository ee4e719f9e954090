import { type Running, start } from "../app/server.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import type { Log } from "../infra/log/log.ts";
import { warnOfFewDescriptors } from "./descriptors.ts";
import { exitCodes } from "./exit-code.ts";

/** Starts a server that owns its process: an uncaught error ends it. @throws what `start` throws */
export async function listen(config: Config, prepare?: (deps: Deps) => Promise<void>): Promise<Running> {
  const running = await start(config, {}, prepare);
  exitOnUncaughtErrors(running.deps.log);
  // A server for tests has few clients.
  if (!config.ephemeral) warnOfFewDescriptors(running.deps.log);
  return running;
}

/** After an uncaught error the memory may be inconsistent, while the files hold only what was committed. */
function exitOnUncaughtErrors(log: Log): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, "Uncaught error. The process exits; restarting is safe");
    process.exit(exitCodes.fault.code);
  };
  process.on("uncaughtException", end);
  process.on("unhandledRejection", end);
}
