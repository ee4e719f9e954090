import { existsSync } from "node:fs";
import { join } from "node:path";
import { type OperationName, type Output, perform } from "../app/admin-socket/operations.ts";
import { askServer } from "../app/admin-socket/socket.ts";
import { openInstallation } from "../app/installation.ts";
import type { Config } from "../infra/config.ts";
import { refuseForeignFiles } from "../infra/db/data-folder.ts";
import { asDataFolderError, DataFolderError } from "../infra/db/data-folder-error.ts";
import { AppError } from "../infra/errors.ts";

/** A server that has just been started takes commands after this long at the latest. */
const serverWaitMs = 5_000;
const lookEveryMs = 100;

/**
 * Has an installation changed: by the server that runs on the data folder, or without one on the files. They are
 * never opened beside a server: the folder's lock decides.
 * @throws AppError what the operation refuses with, DataFolderError
 */
export async function administer<Name extends OperationName>(
  config: Config,
  name: Name,
  input: object,
): Promise<Output<Name>> {
  try {
    return (await carryOut(config, name, input)) as Output<Name>;
  } catch (error) {
    // Whoever runs a command can do something about it, which the API's sentence does not say.
    const isFull = error instanceof AppError && error.code === "storage_full";
    throw isFull ? asDataFolderError(error, config.data) : error;
  }
}

async function carryOut(config: Config, name: OperationName, input: object): Promise<unknown> {
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const answer = await askServer(config.data, name, input);
    if (answer) return answer.result;
    try {
      return await withoutServer(config, name, input);
    } catch (error) {
      // A server that is starting or stopping has the folder, and takes no commands.
      const isInUse = error instanceof DataFolderError && error.fault === "in_use";
      if (!isInUse || waitedMs >= serverWaitMs) throw error;
    }
    await Bun.sleep(lookEveryMs);
  }
}

async function withoutServer(config: Config, name: OperationName, input: unknown): Promise<unknown> {
  if (name !== "init") refuseMissing(config);
  const installation = await openInstallation(config);
  try {
    return await perform(installation.deps, name, input);
  } finally {
    await installation.close();
  }
}

/** Whether an installation is in this folder. */
export function isInstallation(data: string): boolean {
  return existsSync(join(data, "accounts.db"));
}

/** @throws DataFolderError where no installation is, or somebody else's */
export function refuseMissing({ data }: Config): void {
  refuseForeignFiles(data, []);
  if (isInstallation(data)) return;
  throw new DataFolderError(
    "unusable",
    `no installation in ${data}: name its folder with --data, or create one with \`waybill init\``,
  );
}
