import { join } from "node:path";
import type { FactCounts } from "./facts.ts";
import type { FileSystem } from "./file-system.ts";

/**
 * What is wrong with the disk in a control, which must lose: it answers flushes and does nothing, or the file system
 * sends none (ext4 and btrfs have that option).
 */
const faults = ["ignores flushes", "nobarrier"] as const;
type Fault = (typeof faults)[number];

export interface Plan {
  fileSystem: FileSystem;
  fault?: Fault;
  cuts: number;
  /** How many of them come while the server starts, from 0 to 1; none in a control, whose disk breaks afterwards. */
  startShare: number;
}

/** What came of a drill. */
export interface Outcome {
  cuts: number;
  /** How many of them came while the server started or the account was made. */
  startCuts: number;
  media: number;
  facts: FactCounts;
  /** Cuts that met something unflushed; otherwise all media of a cut are equal. */
  unflushedCuts: number;
  lossyCuts: number;
  lossyMedia: number;
  /** What does not hold, one line each. */
  findings: string[];
}

interface Watching {
  /** Called after each cut with what came of all so far. */
  onCut?: (outcome: Outcome) => void;
  /** Ends the drill early; it then rejects. */
  signal?: AbortSignal;
}

/**
 * Cuts the power under the executable, in a process with mounts of its own: the kernel takes them away with the
 * process, however it ends.
 */
export async function runDrill(plan: Plan, { onCut, signal }: Watching = {}): Promise<Outcome> {
  const script = [process.execPath, join(import.meta.dir, "drill-process.ts")];
  let outcome: Outcome | undefined;
  const child = Bun.spawn(["unshare", "--mount", ...script, JSON.stringify(plan)], {
    stdio: ["ignore", "inherit", "inherit"],
    ...(signal && { signal }),
    ipc(message) {
      outcome = message as Outcome;
      onCut?.(outcome);
    },
  });
  const exitCode = await child.exited;
  if (exitCode !== 0 || outcome === undefined) throw new Error(`the drill ended with exit code ${exitCode}`);
  return outcome;
}
