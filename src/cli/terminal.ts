import { realpathSync } from "node:fs";
import { styleText } from "node:util";

const barCharacters = 24;
/** Where lines cannot be rewritten, one is printed for every such step. */
const plainStepPercent = 25;

/**
 * What a command was asked for. `console.log` would not say that nobody got it.
 * @throws Error when standard output cannot be written
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

/** For scripts: one value, and nothing else on standard output. */
export function printJson(value: unknown): Promise<void> {
  return print(JSON.stringify(value, null, 2));
}

export interface ProgressLine {
  show(percent: number, text: string): void;
  end(): void;
}

/** A line that is rewritten on a terminal; elsewhere, as in CI, only now and then a new one. */
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
  };
}

/** Colours are for terminals only, and not for whoever set NO_COLOR. */
export function coloured(colour: "green" | "red" | "yellow" | "dim", text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}

/** How this program is called here: by npm in a checkout, by its name where the shell finds it, else by its path. */
export function commandName(): string {
  if (Bun.embeddedFiles.length === 0) return "npm run -s waybill --";
  const found = Bun.which("waybill");
  return found !== null && realpathSync(found) === realpathSync(process.execPath)
    ? "waybill"
    : process.execPath;
}
