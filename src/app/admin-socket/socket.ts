import { chmodSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Server } from "bun";
import { refuseForeignFiles } from "../../infra/db/data-folder.ts";
import { asDataFolderError } from "../../infra/db/data-folder-error.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError, type AppErrorOptions, type ErrorCode } from "../../infra/errors.ts";
import { isOperation, type OperationName, perform } from "./operations.ts";

/**
 * Where commands on the same machine reach a running server: a socket in the data folder that only its owner can
 * open. What comes in has passed the permissions of the file system, and needs no other credentials.
 */

const socketName = "control.sock";
const socketMode = 0o600;

/** What is said through the socket: what an operation gave, or why it refused. */
export type Reply = { result: unknown } | { refusal: { code: ErrorCode; options: AppErrorOptions } };

export function socketPath(dataDir: string): string {
  return resolve(dataDir, socketName);
}

/**
 * Takes commands until the server stops. To be called by who holds the data folder: a socket that is there is
 * what a killed process left. Without a socket the server serves on, and commands have to wait for its end.
 */
export function takeCommands(deps: Deps): { stop(): Promise<void> } {
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

async function reply(deps: Deps, request: Request): Promise<Reply> {
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

/** Says whose it is. @throws DataFolderError */
function refuseForeign(dataDir: string): void {
  try {
    refuseForeignFiles(dataDir, [socketName]);
  } catch (error) {
    throw asDataFolderError(error, dataDir);
  }
}

/** Has the running server do it; undefined where none runs. @throws AppError what the server refuses with, DataFolderError */
export async function askServer(
  dataDir: string,
  name: OperationName,
  input: unknown,
): Promise<{ result: unknown } | undefined> {
  const response = await fetch("http://localhost/", {
    unix: socketPath(dataDir),
    method: "POST",
    body: JSON.stringify({ name, input }),
    // A backup takes its time.
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
