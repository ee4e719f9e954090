import { type Finished, finish } from "../support/child.ts";
import { command as usual } from "../support/command.ts";

/** The command line as it is typed, with an environment of nothing. */

interface Options {
  /** Standard input; without it there is none. */
  input?: string;
  env?: Record<string, string>;
  cwd?: string;
  /** How to start it, where that matters. */
  command?: readonly string[];
}

function spawn(args: readonly string[], { input, env = {}, cwd, command = usual }: Options) {
  return Bun.spawn([...command, ...args], {
    env: { NO_COLOR: "1", ...env },
    stdin: input === undefined ? "ignore" : new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
    killSignal: "SIGKILL",
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** Runs a command to its end. */
export function run(args: readonly string[], options: Options = {}): Promise<Finished> {
  return finish(spawn(args, options));
}

export interface Serving {
  /** What it said up to its first line and what else came with it. */
  said: string;
  pid: number;
  kill(signal?: "SIGTERM" | "SIGKILL" | "SIGHUP"): Promise<Finished>;
}

/** Starts a server and resolves when it has said something; rejects if it ends before. */
export async function serve(args: readonly string[], options: Options = {}): Promise<Serving> {
  const child = spawn(["serve", ...args], options);
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const stderr = new Response(child.stderr).text();
  let said = "";
  while (!said.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`it ended with ${await child.exited}: ${await stderr}`);
    said += value;
  }
  const rest = (async () => {
    for (let text = said; ; ) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
  })();
  return {
    said,
    pid: child.pid,
    async kill(signal = "SIGTERM") {
      child.kill(signal);
      const [stdout, complaints, exitCode] = await Promise.all([rest, stderr, child.exited]);
      return { exitCode, stdout, stderr: complaints };
    },
  };
}

export interface Ongoing {
  /** What it has said so far, line by line. */
  lines: string[];
  /** Tells it to end. */
  end(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<Finished>;
  exited: Promise<number>;
}

/** Starts a command that goes on until it is told to end. */
export function begin(args: readonly string[], options: Options = {}): Ongoing {
  const child = spawn(args, options);
  const lines: string[] = [];
  const stderr = new Response(child.stderr).text();
  const reading = (async () => {
    let text = "";
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      const whole = (text + piece).split("\n");
      text = whole.pop() ?? "";
      lines.push(...whole);
    }
  })();
  return {
    lines,
    exited: child.exited,
    async end(signal = "SIGINT") {
      child.kill(signal);
      const [complaints, exitCode] = await Promise.all([stderr, child.exited, reading]);
      return { exitCode, stdout: lines.join("\n"), stderr: complaints };
    },
  };
}
