import { type Config, SettingError } from "../config.ts";
import type { Deps } from "../deps.ts";
import { type Running, start } from "../server.ts";
import { endAtFaults } from "./fault.ts";

/** @throws SettingError for a port that is taken or may not be used */
export async function listen(config: Config, prepare?: (deps: Deps) => Promise<void>): Promise<Running> {
  try {
    const running = await start(config, {}, prepare);
    endAtFaults(running.deps.log);
    return running;
  } catch (error) {
    const { code, syscall } = error as { code?: string; syscall?: string };
    if (syscall !== "listen") throw error;
    if (code === "EADDRINUSE") {
      throw new SettingError(`port ${config.port} on ${config.host} is taken; choose another with --port`);
    }
    throw new SettingError(`cannot listen on ${config.host}:${config.port} (${code}); see --host and --port`);
  }
}
