import { chmodSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Server } from "bun";
import type { DeliveryDeps } from "../../delivery/carriers/deps.ts";
import { refuseForeignFiles } from "../../infra/db/data-folder.ts";
import { asDataFolderError } from "../../infra/db/data-folder-error.ts";
import { AppError, type AppErrorOptions, type ErrorCode } from "../../infra/errors.ts";
import { isOperation, type OperationName, perform } from "./operations.ts";

/**
 * The socket in the data folder through which commands reach a running server. Only the folder's owner can open it, so
 * the permissions of the file system are the credentials.
 */

const socketName = "control.sock";
const socketMode = 0o600;

/** The answer on the socket: the result of an operation, or its error. */
type Reply = { result: unknown } | { refusal: { code: ErrorCode; options: AppErrorOptions } };

export function socketPath(dataDir: string): string {
  return resolve(dataDir, socketName);
}

/**
 * Takes commands until the server stops. The caller must hold the lock of the data folder, so an existing socket is a
 * leftover of a killed process. If the socket cannot be created, the server runs without it.
 */
export function takeCommands(deps: DeliveryDeps): { stop(): Promise<void> } {
  const path = socketPath(deps.config.data);
  try {
    rmSync(path, { force: true });
    const server: Server<unknown> = Bun.serve({
      unix: path,
      development: false,
      fetch: async (request) => Response.json(await reply(deps, request)),
    });
    chmodSync(path, socketMode);
    return { stop: () => server.stop() };
  } catch (error) {
    deps.log.warn(
      { err: error, path },
      "Cannot open the admin socket; commands need the server to be stopped",
    );
    return { stop: async () => {} };
  }
}

async function reply(deps: DeliveryDeps, request: Request): Promise<Reply> {
  try {
    const { name, input } = (await request.json()) as { name: string; input: unknown };
    if (!isOperation(name))
      throw new AppError("path_not_found", {
        detail: "The running server has another version. Use the same executable for the command.",
      });
    return { result: await perform(deps, name, input) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, options: error.options } };
    deps.log.error({ err: error }, "Command failed");
    return { refusal: { code: "internal", options: { detail: "The server's log has the cause." } } };
  }
}

/** @throws DataFolderError that names the owner */
function refuseForeign(dataDir: string): void {
  try {
    refuseForeignFiles(dataDir, [socketName]);
  } catch (error) {
    throw asDataFolderError(error, dataDir);
  }
}

/** Performs the operation in the running server; undefined if none runs. @throws AppError of the operation, DataFolderError */
export async function askServer(
  dataDir: string,
  name: OperationName,
  input: unknown,
): Promise<{ result: unknown } | undefined> {
  const response = await fetch("http://localhost/", {
    unix: socketPath(dataDir),
    method: "POST",
    body: JSON.stringify({ name, input }),
    // A backup takes long.
    timeout: false,
  }).catch((error) => {
    if (["ENOENT", "ECONNREFUSED", "ENAMETOOLONG"].includes(error.code)) return undefined;
    if (["EACCES", "EPERM"].includes(error.code)) refuseForeign(dataDir);
    throw error;
  });
  if (response === undefined) return undefined;
  const reply = (await response.json()) as Reply;
  if ("result" in reply) return reply;
  throw new AppError(reply.refusal.code, reply.refusal.options);
}
