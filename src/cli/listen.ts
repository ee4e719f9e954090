import { type Running, start } from "../app/server.ts";
import type { Config } from "../infra/config.ts";
import type { Deps } from "../infra/deps.ts";
import { warnOfFewDescriptors } from "./descriptors.ts";
import { endAtFaults } from "./fault.ts";

/** A server of its own process: what it did not see coming ends it. @throws as `start` */
export async function listen(config: Config, prepare?: (deps: Deps) => Promise<void>): Promise<Running> {
  const running = await start(config, {}, prepare);
  endAtFaults(running.deps.log);
  // One for tests has few clients.
  if (!config.ephemeral) warnOfFewDescriptors(running.deps.log);
  return running;
}
