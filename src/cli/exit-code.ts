import { SettingError } from "../app/config/settings.ts";
import { AddressError } from "../app/server.ts";
import { DataFolderError, type DataFolderFault } from "../infra/db/data-folder-error.ts";
import { AppError } from "../infra/errors.ts";

/** How the process can end; those from 64 on are sysexits.h's. 74 is also what `infra/db/open-store.ts` ends it with. */
export const exitCodes = {
  done: { code: 0, meaning: "Done, or stopped as it was asked to." },
  failed: { code: 1, meaning: "It failed; the line on standard error says why." },
  usage: { code: 2, meaning: "A flag, a variable or an argument cannot be understood, or is not allowed." },
  fault: { code: 70, meaning: "A fault of Waybill, in the log as fatal; starting it again is safe." },
  unusable: {
    code: 73,
    meaning:
      "The data folder, or the backup folder, cannot be made or written, belongs to another user, or may be written by all users.",
  },
  damaged: {
    code: 74,
    meaning:
      "A database is damaged or its log is missing, or the disk failed: check the disk before starting it again.",
  },
  tryLater: {
    code: 75,
    meaning:
      "Another process uses the data folder, the backup folder or the port, or there is no space on the disk: it may work later.",
  },
  newer: {
    code: 78,
    meaning:
      "The data folder is from a newer version, or from another history of them, or a file is in another's place.",
  },
  hungUp: { code: 129, meaning: "A second SIGHUP ended it at once." },
  interrupted: { code: 130, meaning: "A second SIGINT ended it at once." },
  terminated: { code: 143, meaning: "A second SIGTERM ended it at once." },
} as const satisfies Record<string, { code: number; meaning: string }>;

const codeOfFault = {
  unusable: exitCodes.unusable.code,
  damaged: exitCodes.damaged.code,
  in_use: exitCodes.tryLater.code,
  full: exitCodes.tryLater.code,
  newer: exitCodes.newer.code,
  misplaced: exitCodes.newer.code,
} as const satisfies Record<DataFolderFault, number>;

/** Of a command that threw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof DataFolderError) return codeOfFault[error.fault];
  if (error instanceof AddressError) return exitCodes.tryLater.code;
  if (error instanceof AppError && error.status === 503) return exitCodes.tryLater.code;
  return error instanceof SettingError ? exitCodes.usage.code : exitCodes.failed.code;
}
