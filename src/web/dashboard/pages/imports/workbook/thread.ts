import { readSheets, type Sheet, UnreadableWorkbook } from "./workbook.ts";

/** Reads workbooks beside the page, so that it does not freeze. This file is the page's part and the thread's. */

export type WorkbookAnswer = { sheets: Sheet[] } | { refusal: string };

/** A thread that answers one file: it gets the bytes, and sends a `WorkbookAnswer`. */
export function startWorkbookThread(): Worker {
  return new Worker(import.meta.url, { type: "module" });
}

async function answer({ data }: MessageEvent<Uint8Array>): Promise<void> {
  postMessage(await answerOf(data));
}

async function answerOf(bytes: Uint8Array): Promise<WorkbookAnswer> {
  try {
    return { sheets: await readSheets(bytes) };
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { refusal: error.message };
    throw error;
  }
}

if (typeof document === "undefined") addEventListener("message", answer);
