import { SettingError } from "../app/config/reading.ts";
import { AddressError } from "../app/front/http-server.ts";
import { DataFolderError, type DataFolderFault } from "../infra/db/data-folder-error.ts";
import { AppError } from "../infra/errors.ts";

/** Codes from 64 to 78 are those of sysexits.h. `infra/db/open-store.ts` also exits with 74. */
export const exitCodes = {
  done: { code: 0, meaning: "Success, or stopped on request." },
  failed: { code: 1, meaning: "Failed; the message on standard error says why." },
  usage: { code: 2, meaning: "Invalid flag, environment variable or argument." },
  warned: { code: 3, meaning: "`doctor` has warnings: everything works, but something needs a look." },
  wrong: { code: 65, meaning: "`doctor` found errors in the data." },
  fault: { code: 70, meaning: "Internal error, logged as fatal; restarting is safe." },
  unusable: {
    code: 73,
    meaning:
      "The data or backup folder cannot be created or written, belongs to another user, or is writable by all users; or the storage of backups refused.",
  },
  damaged: {
    code: 74,
    meaning:
      "A database is damaged, its write-ahead log is missing, or the disk failed; check the disk before you restart.",
  },
  tryLater: {
    code: 75,
    meaning:
      "Another process uses the data folder, the backup folder or the port, the disk is full, or the storage of backups does not answer; retry later.",
  },
  newer: {
    code: 78,
    meaning:
      "The data folder belongs to a newer or different version, cannot be upgraded by this one, or a database file is in the wrong place.",
  },
  hungUp: { code: 129, meaning: "A second SIGHUP stopped it immediately." },
  interrupted: { code: 130, meaning: "A second SIGINT stopped it immediately." },
  terminated: { code: 143, meaning: "A second SIGTERM stopped it immediately." },
} as const satisfies Record<string, { code: number; meaning: string }>;

const codeOfFault = {
  unusable: exitCodes.unusable.code,
  damaged: exitCodes.damaged.code,
  in_use: exitCodes.tryLater.code,
  full: exitCodes.tryLater.code,
  newer: exitCodes.newer.code,
  misplaced: exitCodes.newer.code,
  not_upgradable: exitCodes.newer.code,
} as const satisfies Record<DataFolderFault, number>;

/** A command did its work, and what it found decides the exit code. */
export class FoundError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The exit code for what a command threw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof FoundError) return error.exitCode;
  if (error instanceof DataFolderError) return codeOfFault[error.fault];
  if (error instanceof AddressError) return exitCodes.tryLater.code;
  if (error instanceof AppError && error.status === 503) return exitCodes.tryLater.code;
  return error instanceof SettingError ? exitCodes.usage.code : exitCodes.failed.code;
}
