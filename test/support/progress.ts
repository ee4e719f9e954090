const barCharacters = 20;

/** A line on standard error that the next one replaces; nothing if that is no terminal. */
export function showProgress(done: number, all: number, text: string): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((done / all) * barCharacters);
  const bar = "█".repeat(filled).padEnd(barCharacters, "░");
  process.stderr.write(`\r${bar} ${done}/${all} ${text}\x1b[K`);
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}
