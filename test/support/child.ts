import type { Subprocess } from "bun";

/** What a command that has ended said. */
export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Reads all that a command says, until it has ended. */
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
