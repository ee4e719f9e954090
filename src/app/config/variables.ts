import { fileVariableName, settingNames, variableName } from "./settings.ts";

/** What the environment says besides the settings. */

const apiVariables = ["WAYBILL_URL", "WAYBILL_API_KEY"];

/** How whoever started the process wants to hear from it: sd_notify(3), sd_watchdog_enabled(3). */
export interface Supervision {
  socket: string | undefined;
  /** It ends a process that it has not heard of for this long. */
  watchdogMs: number | undefined;
}

export function readSupervision(): Supervision {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = Bun.env;
  return { socket: NOTIFY_SOCKET, watchdogMs: WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 : undefined };
}

/** How commands that call a Waybill find it, where no flag says so. */
export interface ApiVariables {
  url: string | undefined;
  apiKey: string | undefined;
}

export function readApiVariables(): ApiVariables {
  const { WAYBILL_URL, WAYBILL_API_KEY } = Bun.env;
  return { url: WAYBILL_URL, apiKey: WAYBILL_API_KEY };
}

/** No proxy that the environment names is asked for this machine's own addresses: there they would be another's. */
export function keepLoopbackDirect(): void {
  const direct = [Bun.env.no_proxy ?? Bun.env.NO_PROXY, "localhost,127.0.0.1,[::1]"]
    .filter(Boolean)
    .join(",");
  Object.assign(Bun.env, { no_proxy: direct, NO_PROXY: direct });
}

/** Those that begin as settings do, and are none. */
export function unknownVariables(): string[] {
  const read = settingNames.flatMap((name) => [variableName(name), fileVariableName(name)]);
  const known = new Set([...read, ...apiVariables]);
  return Object.keys(Bun.env).filter((name) => name.startsWith("WAYBILL_") && !known.has(name));
}
