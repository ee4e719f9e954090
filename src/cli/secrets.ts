import type { Command } from "commander";
import { readSecretFile, secretKey } from "../app/config/kinds.ts";
import { SettingError, type SettingName } from "../app/config/settings.ts";
import { openInstallation } from "../app/installation.ts";
import { finishMove, moveSecrets, secretKeyGuard } from "../app/secret-key.ts";
import type { Config } from "../infra/config.ts";
import { type Flags, helped, loadSettings, withSettings } from "./command.ts";
import { refuseMissing } from "./installation.ts";
import { print, printJson } from "./terminal.ts";

const names: readonly SettingName[] = ["data", "logLevel", "secretKey"];
const defaults = { logLevel: "warn" } as const;

/** `waybill secrets`: what encrypts the secrets on the disk. No server can run meanwhile: it has the old key. */
export function addSecrets(program: Command): void {
  const secrets = program.command("secrets").description("The secrets of webhook endpoints, on the disk.");
  const command = secrets
    .command("rotate")
    .description(
      "Encrypt them with another key, or for the first time. The server must be stopped, and started with the new key.",
    )
    .option("--new-key-file <path>", "File that holds the new key: 32 random bytes in base64 or hex.")
    .option("--plain", "Keep them without encryption from now on.")
    .option("--json", "Print JSON, for scripts.");
  helped(withSettings(command, names, defaults), [
    "openssl rand -base64 32 > new.key",
    "WAYBILL_SECRET_KEY_FILE=old.key waybill secrets rotate --data /var/lib/waybill --new-key-file new.key",
  ]);
  command.action(async (flags: Flags) => {
    const config = loadSettings(flags, defaults, names);
    const endpoints = await rotate(config, newKeyOf(flags));
    if (flags.json) return printJson({ endpoints });
    const count = `${endpoints} webhook ${endpoints === 1 ? "endpoint" : "endpoints"}`;
    await print(
      flags.plain
        ? `The secrets of ${count} are not encrypted any more: start the server without a key.`
        : `The secrets of ${count} are encrypted with the new key: start the server with it.`,
    );
  });
}

/** @throws SettingError */
function newKeyOf({ newKeyFile, plain }: Flags): Config["secretKey"] {
  if ((newKeyFile === undefined) === (plain === undefined)) {
    throw new SettingError("name the new key with --new-key-file, or say --plain");
  }
  if (newKeyFile === undefined) return null;
  try {
    return secretKey.parse(readSecretFile(String(newKeyFile)));
  } catch (error) {
    throw new SettingError(`--new-key-file ${(error as Error).message}`);
  }
}

/** The mark changes when all is on the disk, which closing the databases sees to. */
async function rotate(config: Config, next: Config["secretKey"]): Promise<number> {
  refuseMissing(config);
  if (next === null && config.secretKey === null)
    throw new SettingError("--plain needs the key that they are encrypted with");
  const guard = secretKeyGuard(config, { to: next });
  const moving = await openInstallation(config, {}, undefined, guard);
  const moved = await moveSecrets(moving.deps, next).finally(moving.close);
  const finishing = await openInstallation(config, {}, undefined, guard);
  await finishMove(finishing.deps.stores, next).finally(finishing.close);
  return moved;
}
