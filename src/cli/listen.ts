import { type Running, start } from "../app/server.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { warnOfFewDescriptors } from "./descriptors.ts";
import { exitOnUncaughtErrors } from "./fault.ts";

/** Starts a server that owns its process: an uncaught error ends it. @throws what `start` throws */
export async function listen(config: Config, prepare?: (deps: Deps) => Promise<void>): Promise<Running> {
  const running = await start(config, {}, prepare);
  exitOnUncaughtErrors(running.deps.log);
  // A server for tests has few clients.
  if (!config.ephemeral) warnOfFewDescriptors(running.deps.log);
  return running;
}
