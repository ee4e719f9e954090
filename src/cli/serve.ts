import { type Config, SettingError } from "../config.ts";
import { type Running, start } from "../server.ts";

/** Serves until SIGTERM or SIGINT; a second signal ends the process at once. */
export async function runServe(config: Config): Promise<void> {
  const running = await listen(config);
  console.log(`Waybill is listening on ${running.url}`);
  await untilStopped(running);
}

/** @throws SettingError for a port that is taken or may not be used */
export async function listen(config: Config): Promise<Running> {
  try {
    return await start(config);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE") {
      throw new SettingError(`port ${config.port} on ${config.host} is taken; choose another with --port`);
    }
    if (code === "EACCES" || code === "EADDRNOTAVAIL") {
      throw new SettingError(`cannot listen on ${config.host}:${config.port}; see --host and --port`);
    }
    throw error;
  }
}

export async function untilStopped(running: Running): Promise<void> {
  await new Promise<void>((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
  await running.stop();
}
