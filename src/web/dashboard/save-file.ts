/** Without it Excel takes UTF-8 for Windows-1252: `MÃ¼ller`. */
const byteOrderMark = "\uFEFF";

/** Saves a table as a file that spreadsheets read. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, byteOrderMark + text, "text/csv");
}

/** Saves a text as a file, as a download of the browser. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
