export const bytesPerKb = 1024;
export const bytesPerMb = 1024 * bytesPerKb;

/** As people read it: `128 KiB`, `1 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes % bytesPerMb === 0) return `${bytes / bytesPerMb} MiB`;
  return bytes % bytesPerKb === 0 ? `${bytes / bytesPerKb} KiB` : `${bytes} bytes`;
}
