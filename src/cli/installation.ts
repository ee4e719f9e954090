import { existsSync } from "node:fs";
import { join } from "node:path";
import { type OperationName, type Output, perform } from "../app/admin-socket/operations.ts";
import { askServer } from "../app/admin-socket/socket.ts";
import { openInstallation } from "../app/installation.ts";
import { adoptSecretKey, secretKeyGuard } from "../app/secret-key.ts";
import type { Config } from "../infra/config.ts";
import { damaged } from "../infra/db/damage.ts";
import { refuseForeignFiles } from "../infra/db/data-folder.ts";
import { asDataFolderError, DataFolderError } from "../infra/db/data-folder-error.ts";
import { databaseFiles } from "../infra/db/databases.ts";
import { AppError } from "../infra/errors.ts";

/** A starting server takes commands within this time. */
const serverWaitMs = 5_000;
const pollMs = 100;

/**
 * Performs an operation through the running server or, if none runs, on the files. The folder's lock prevents both
 * from happening at once.
 * @throws AppError of the operation, DataFolderError
 */
export async function administer<Name extends OperationName>(
  config: Config,
  name: Name,
  input: object,
): Promise<Output<Name>> {
  try {
    return (await carryOut(config, name, input)) as Output<Name>;
  } catch (error) {
    // The API's sentence does not say what the operator can do.
    const isFull = error instanceof AppError && error.code === "storage_full";
    throw isFull ? asDataFolderError(error, config.data) : error;
  }
}

async function carryOut(config: Config, name: OperationName, input: object): Promise<unknown> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const answer = await askServer(config.data, name, input);
    if (answer) return answer.result;
    try {
      return await performOnFiles(config, name, input);
    } catch (error) {
      // A server that starts or stops holds the lock but takes no commands.
      const isInUse = error instanceof DataFolderError && error.fault === "in_use";
      if (!isInUse || waitedMs >= serverWaitMs) throw error;
    }
    await Bun.sleep(pollMs);
  }
}

async function performOnFiles(config: Config, name: OperationName, input: unknown): Promise<unknown> {
  if (name !== "init") requireInstallation(config);
  const hasSecrets = name.startsWith("carrier ");
  const installation = await openInstallation(
    config,
    {},
    undefined,
    hasSecrets ? secretKeyGuard(config) : undefined,
  );
  try {
    // As a server that starts: with a wrong key, or with none, nothing may change.
    if (hasSecrets) await adoptSecretKey(installation.deps);
    return await perform(installation.deps, name, input);
  } finally {
    await installation.close();
  }
}

/** Whether the folder holds an installation. */
export function isInstallation(data: string): boolean {
  return existsSync(join(data, "accounts.db"));
}

/** @throws DataFolderError if there is no installation, it has lost its first database, or it belongs to another user */
export function requireInstallation({ data }: Config): void {
  refuseForeignFiles(data, []);
  if (isInstallation(data)) return;
  const [first, ...others] = databaseFiles({ dataDir: data });
  if (first && others.some(({ path }) => existsSync(path)))
    throw damaged(first, "is missing, although the other databases exist");
  throw new DataFolderError(
    "unusable",
    `no installation in ${data}: name its folder with --data, or create one with \`waybill init\``,
  );
}
