import { sqliteCode } from "./storage-error.ts";

/** Faults of a data folder or of a backup folder. The command line has an exit code for each. */
export type DataFolderFault =
  | "unusable"
  | "damaged"
  | "in_use"
  | "full"
  | "newer"
  | "misplaced"
  | "not_upgradable";

/** A folder that cannot be used. The message tells the operator what to do. */
export class DataFolderError extends Error {
  readonly fault: DataFolderFault;

  constructor(fault: DataFolderFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** The last is SQLite's for a disk without room for the index of its log. */
const noSpace = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
const unreadable = /^(EIO|SQLITE_IOERR.*)$/;
/** The last is what SQLite says of a table that is not there. */
const senseless = /^SQLITE_(CORRUPT.*|NOTADB|ERROR)$/;

/** Adds the folder and a remedy to errors of the file system and of SQLite. Other errors stay as they are. */
export function asDataFolderError(error: unknown, dataDir: string): unknown {
  return asFolderError(error, `data folder ${dataDir}`, "choose another with --data");
}

/** Adds the backup folder and a remedy to errors of the file system and of SQLite. */
export function asBackupFolderError(error: unknown, folder: string): unknown {
  return asFolderError(error, `backup folder ${folder}`, "choose another");
}

function asFolderError(error: unknown, folder: string, choice: string): unknown {
  if (error instanceof DataFolderError || !(error instanceof Error)) return error;
  const code = sqliteCode(error) || ("code" in error ? String(error.code) : "");
  const { message } = error;
  const refuse = (fault: DataFolderFault, sentence: string) =>
    new DataFolderError(fault, sentence, { cause: error });
  if (code === "") return error;
  if (noSpace.test(code)) {
    return refuse("full", `the disk of the ${folder} is full: free some space, then try again`);
  }
  if (code === "storage_full") {
    return refuse(
      "full",
      `the disk of the ${folder} has less free space than --min-free-mb keeps: free some space, then try again`,
    );
  }
  if (unreadable.test(code)) {
    return refuse(
      "damaged",
      `the disk of the ${folder} failed (${message}): check it and its file system (dmesg, smartctl)`,
    );
  }
  if (senseless.test(code)) {
    return refuse(
      "damaged",
      `a database of the ${folder} is damaged (${message}): check the disk (dmesg, smartctl), then restore the newest backup into an empty data folder`,
    );
  }
  return refuse(
    "unusable",
    `cannot use the ${folder}: ${message}. This user must be able to create it and write to it; ${choice}`,
  );
}
