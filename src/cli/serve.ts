import { type Config, SettingError } from "../config.ts";
import { type Running, start } from "../server.ts";

/** Serves until told to stop. */
export async function runServe(config: Config): Promise<void> {
  const asked = stopSignal();
  const running = await listen(config);
  console.log(`Waybill is listening on ${running.url}`);
  await asked;
  await running.stop();
}

/** @throws SettingError for a port that is taken or may not be used */
export async function listen(config: Config): Promise<Running> {
  try {
    return await start(config);
  } catch (error) {
    const { code, syscall } = error as { code?: string; syscall?: string };
    if (syscall !== "listen") throw error;
    if (code === "EADDRINUSE") {
      throw new SettingError(`port ${config.port} on ${config.host} is taken; choose another with --port`);
    }
    throw new SettingError(`cannot listen on ${config.host}:${config.port} (${code}); see --host and --port`);
  }
}

/** Resolves at SIGTERM or SIGINT; a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
