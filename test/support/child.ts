import type { Subprocess } from "bun";

/** The output of a command that has ended. */
export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Reads all output of a command until it ends. */
export async function finish(
  child: Subprocess<"ignore" | "inherit" | Blob | null, "pipe", "pipe">,
): Promise<Finished> {
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
