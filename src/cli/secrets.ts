import type { Command } from "commander";
import { readSecretFile, SettingError } from "../app/config/reading.ts";
import { openInstallation } from "../app/installation.ts";
import { finishMove, type MovedSecrets, moveSecrets, secretKeyGuard } from "../app/secret-key.ts";
import { secretKey } from "../infra/config/kinds.ts";
import type { SettingName } from "../infra/config/settings.ts";
import type { Config } from "../infra/config.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { requireInstallation } from "./installation.ts";
import { print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data", "logLevel", "minFreeMb", "secretKey"];
const defaults = { logLevel: "warn" } as const;

/** `waybill secrets`: changes the encryption at rest. No server may run meanwhile, because it has the old key. */
export function addSecrets(program: Command): void {
  const secrets = program
    .command("secrets")
    .description(
      "Encrypt the secrets of webhooks, carriers and second factors, PINs and tracking links, at rest.",
    );
  const command = secrets
    .command("rotate")
    .description(
      "Encrypt the stored secrets with a new key. Stop the server first; start it with the new key.",
    )
    .option("--new-key-file <path>", "File with the new key: 32 random bytes in base64 or hex.")
    .option("--plain", "Remove the encryption.")
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, defaults), [
    "(umask 077; openssl rand -base64 32 > new.key)",
    "WAYBILL_SECRET_KEY_FILE=old.key waybill secrets rotate --data /var/lib/waybill --new-key-file new.key",
  ]);
  command.action(async (flags: Flags) => {
    const config = loadSettings(flags, defaults, names);
    const moved = await rotate(config, newKeyOf(flags));
    const { secondFactors, ...others } = moved;
    if (flags.json) return printJson({ ...others, second_factors: secondFactors });
    const count = `${counted(moved.endpoints, "webhook endpoint")}, ${counted(moved.carriers, "carrier")}, ${counted(moved.pins, "PIN")}, ${counted(moved.links, "tracking link")} and ${counted(secondFactors, "second factor")}`;
    await print(
      flags.plain
        ? `The secrets of ${count} are no longer encrypted. Start the server without a key.`
        : `The secrets of ${count} are encrypted with the new key. Start the server with it.`,
    );
    if (config.secretKey !== null) await print(ofBackups);
  });
}

const ofBackups =
  "Earlier backups need the former key: keep it until they are gone, and take a backup after the start.";

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** @throws SettingError */
function newKeyOf({ newKeyFile, plain }: Flags): Config["secretKey"] {
  if ((newKeyFile === undefined) === (plain === undefined)) {
    throw new SettingError("use either --new-key-file or --plain");
  }
  if (newKeyFile === undefined) return null;
  try {
    return secretKey.parse(readSecretFile(String(newKeyFile)));
  } catch (error) {
    throw new SettingError(`--new-key-file ${(error as Error).message}`);
  }
}

/** Closes the databases before it changes the mark, so everything is on disk first. */
async function rotate(config: Config, next: Config["secretKey"]): Promise<MovedSecrets> {
  requireInstallation(config);
  if (next === null && config.secretKey === null) throw new SettingError("--plain needs the current key");
  const guard = secretKeyGuard(config, { to: next });
  const moving = await openInstallation(config, {}, undefined, guard);
  const moved = await moveSecrets(moving.deps, next).finally(moving.close);
  const finishing = await openInstallation(config, {}, undefined, guard);
  await finishMove(finishing.deps.stores, next).finally(finishing.close);
  return moved;
}
