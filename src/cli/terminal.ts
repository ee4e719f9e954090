import { realpathSync } from "node:fs";
import { styleText } from "node:util";

const barCharacters = 24;
/** Without a terminal, progress prints one line per step. */
const plainStepPercent = 25;

/**
 * Prints the result of a command. Unlike `console.log` it reports a failed write.
 * @throws Error if standard output cannot be written
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      const { code } = error as { code?: string };
      reject(new Error(`cannot write to standard output (${code})`));
    };
    process.stdout.once("error", refuse);
    process.stdout.write(`${text}\n`, (error) => {
      if (error) return refuse(error);
      process.stdout.off("error", refuse);
      resolve();
    });
  });
}

/** For scripts: one JSON value on standard output. */
export function printJson(value: unknown): Promise<void> {
  return print(JSON.stringify(value, null, 2));
}

interface ProgressLine {
  show(percent: number, text: string): void;
  end(): void;
  /** Removes the bar from a terminal. */
  clear(): void;
}

/** A progress bar that is redrawn on a terminal. Elsewhere, as in CI, it prints a few lines. */
export function createProgressLine(): ProgressLine {
  const live = process.stdout.isTTY === true;
  let printed = -1;
  return {
    show(percent, text) {
      const done = Math.round((percent / 100) * barCharacters);
      const bar = `${"█".repeat(done)}${"░".repeat(barCharacters - done)}`;
      const line = `   ${bar} ${String(percent).padStart(3)} %  ${text}`;
      if (live) {
        process.stdout.write(`\r${line}\x1b[K`);
        return;
      }
      const stepNumber = Math.floor(percent / plainStepPercent);
      if (stepNumber > printed) console.log(line);
      printed = Math.max(printed, stepNumber);
    },
    end() {
      if (live) process.stdout.write("\n");
    },
    clear() {
      if (live) process.stdout.write("\r\x1b[K");
    },
  };
}

/** Colors the text on terminals, unless NO_COLOR is set. */
export function colored(color: "green" | "red" | "yellow" | "dim", text: string): string {
  return styleText(color, text, { stream: process.stdout });
}

/** How to call this program: by npm in a checkout, by name if it is on the PATH, else by its path. */
export function commandName(): string {
  if (Bun.embeddedFiles.length === 0) return "npm run -s waybill --";
  const found = Bun.which("waybill");
  return found !== null && realpathSync(found) === realpathSync(process.execPath)
    ? "waybill"
    : process.execPath;
}
