import { join } from "node:path";

/** Starts the command line from the sources. */
export const sources: readonly string[] = [process.execPath, join(import.meta.dir, "../../src/main.ts")];

/** Starts the command line: the executable that the suite has just built, which starts faster, or else the sources. */
export const command: readonly string[] = process.env.TEST_EXECUTABLE
  ? [process.env.TEST_EXECUTABLE]
  : sources;
