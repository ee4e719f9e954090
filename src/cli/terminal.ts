const barCharacters = 24;
/** Where lines cannot be rewritten, one is printed for every such step. */
const plainStepPercent = 25;

/** For scripts: one value, and nothing else on standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
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
