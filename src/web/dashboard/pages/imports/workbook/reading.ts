import { loaded } from "../../../connection.ts";
import type { WorkbookAnswer } from "./thread.ts";
import type { Sheet } from "./workbook.ts";

export type { Sheet };

/** Longer than the largest list takes on an old phone. */
const timeoutMs = 30_000;
const tooSlow = "The file takes too long to read. Copy the rows that you need to a new file.";

/** A workbook that cannot be read. The message is for people. */
export class WorkbookRefused extends Error {}

/** The sheets of an XLSX file with something in them, as CSV. What reads it is loaded when a file needs it. @throws WorkbookRefused */
export async function readSheetsOf(file: Blob): Promise<readonly Sheet[]> {
  const [{ startWorkbookThread }, bytes] = await Promise.all([loaded(import("./thread.ts")), file.bytes()]);
  const thread = startWorkbookThread();
  const answered = new Promise<WorkbookAnswer>((resolve) => {
    const refuse = () => resolve({ refusal: tooSlow });
    thread.addEventListener("message", ({ data }) => resolve(data));
    // Also where the memory does not suffice.
    thread.addEventListener("error", refuse);
    setTimeout(refuse, timeoutMs);
  });
  thread.postMessage(bytes, [bytes.buffer]);
  const answer = await answered.finally(() => thread.terminate());
  if ("refusal" in answer) throw new WorkbookRefused(answer.refusal);
  if (answer.sheets.length === 0) throw new WorkbookRefused("The file has no rows.");
  return answer.sheets;
}
