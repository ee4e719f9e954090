import { basename, join, relative } from "node:path";
import type { Stage, StageOptions } from "./stage.ts";

/** `test` of a test runner. What follows the body, such as a timeout, is the runner's. */
export type RunnersTest = (
  name: string,
  body: (context?: unknown) => Promise<void>,
  ...rest: never[]
) => unknown;

/** Declares a test that gets a stage. */
export type StageTest = (name: string, body: (stage: Stage) => unknown, ...rest: unknown[]) => void;

const nameLengthMax = 100;
/** File systems take 255 bytes, and a letter may have three. */
const fileNameLengthMax = 80;

/** Each test gets a stage, which ends with it. If it fails, the report of the stage is saved before. */
export function stageTests(test: RunnersTest, open: (options: StageOptions) => Promise<Stage>): StageTest {
  return (name, body, ...rest) => {
    // Jest and bun test take a parameter that has no default for a callback.
    const run = async (context: unknown = undefined) => {
      const stage = await open({ name: name.slice(0, nameLengthMax) || "Test" });
      try {
        await body(stage);
      } catch (error) {
        await saveFailure(stage, name, context, error);
        await stage.remove().catch(() => {});
        throw error;
      }
      await stage.remove();
    };
    test(name, run, ...(rest as never[]));
  };
}

/** Whatever happens here, the runner shows the test's own failure. */
async function saveFailure(stage: Stage, name: string, context: unknown, error: unknown): Promise<void> {
  const { file: testFile, command } = runningTest(name, context);
  const fullName = testFile ? `${basename(testFile)}-${name}` : name;
  const fileName = fullName.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, fileNameLengthMax);
  const file = join(process.env.WAYBILL_REPORTS || "waybill-reports", `${fileName}.html`);
  try {
    const failure = String((error as Error | undefined)?.stack ?? error);
    await stage.saveReport(file, { test: name, error: failure, ...(command && { command }) });
    process.stderr.write(`What the stage of "${name}" saw: ${file}\n`);
  } catch (failure) {
    process.stderr.write(`${file} was not saved: ${failure}\n`);
  }
}

/** How each runner tells the test's file. */
interface Runners {
  /** Vitest's context. */
  task?: { file: { filepath: string } };
  /** The context of node:test, of later versions. */
  filePath?: string;
}

/** Its file, and the command that repeats it; neither in a runner that is unknown. */
function runningTest(name: string, context: unknown): { file?: string; command?: string } {
  const { task, filePath } = (context ?? {}) as Runners;
  const { expect, Bun } = globalThis as {
    expect?: { getState?(): { testPath?: string } };
    Bun?: { main: string };
  };
  const pattern = quoted(name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const jestFile = expect?.getState?.().testPath;
  const vitestFile = task?.file.filepath;
  if (vitestFile) return { file: vitestFile, command: `npx vitest run ${fileOf(vitestFile)} -t ${pattern}` };
  if (jestFile) return { file: jestFile, command: `npx jest ${fileOf(jestFile)} -t ${pattern}` };
  if (Bun) return { file: Bun.main, command: `bun test ${fileOf(Bun.main, "./")} -t ${pattern}` };
  const file = context === undefined ? undefined : (filePath ?? process.argv[1]);
  return file ? { file, command: `node --test --test-name-pattern=${pattern} ${fileOf(file)}` } : {};
}

const fileOf = (path: string, prefix = "") => quoted(prefix + relative(process.cwd(), path));

/** As a word of a shell's command. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
