import {
  fileVariableName,
  type SettingName,
  settingNames,
  variableName,
} from "../../infra/config/settings.ts";
import type { Config } from "../../infra/config.ts";

/** Environment variables that are not settings. */

const apiVariables = ["WAYBILL_URL", "WAYBILL_API_KEY"];

/** What systemd asks for: sd_notify(3), sd_watchdog_enabled(3). */
export interface Supervision {
  socket: string | undefined;
  /** systemd ends a process that is silent for this long. */
  watchdogMs: number | undefined;
}

export function readSupervision(): Supervision {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = Bun.env;
  return { socket: NOTIFY_SOCKET, watchdogMs: WATCHDOG_USEC ? Number(WATCHDOG_USEC) / 1000 : undefined };
}

/** Where commands find the API if no flag says so. */
interface ApiVariables {
  url: string | undefined;
  apiKey: string | undefined;
}

export function readApiVariables(): ApiVariables {
  const { WAYBILL_URL, WAYBILL_API_KEY } = Bun.env;
  return { url: WAYBILL_URL, apiKey: WAYBILL_API_KEY };
}

/** Keeps loopback requests away from a proxy of the environment, where they would reach another machine. */
export function keepLoopbackDirect(): void {
  const direct = [Bun.env.no_proxy ?? Bun.env.NO_PROXY, "localhost,127.0.0.1,[::1]"]
    .filter(Boolean)
    .join(",");
  Object.assign(Bun.env, { no_proxy: direct, NO_PROXY: direct });
}

/** For commands that a server runs itself. They need its secrets, which must not stand in a process list. */
export function childEnvironment({
  secretKey,
  backupS3Key,
}: Pick<Config, "secretKey" | "backupS3Key">): Record<string, string | undefined> {
  return {
    ...Bun.env,
    ...secretVariables("secretKey", secretKey && Buffer.from(secretKey).toString("base64")),
    ...secretVariables("backupS3Key", backupS3Key),
  };
}

/** A variable with the secret instead of one that names its file. */
function secretVariables(name: SettingName, secret: string | null): Record<string, string | undefined> {
  const file = fileVariableName(name);
  if (secret === null || file === undefined) return {};
  return { [variableName(name)]: secret, [file]: undefined };
}

/** Variables that begin with WAYBILL_ but are not known. */
export function unknownVariables(): string[] {
  const read = settingNames.flatMap((name) => [variableName(name), fileVariableName(name)]);
  const known = new Set([...read, ...apiVariables]);
  return Object.keys(Bun.env).filter((name) => name.startsWith("WAYBILL_") && !known.has(name));
}
