/** Modules of white around a QR code, which readers need. ISO/IEC 18004, 9.1. */
const quietModules = 4;

/** A QR code with error correction M as an SVG image, black on white. */
export async function qrSvg(text: string): Promise<string> {
  // Few servers ever draw one, and none at its start.
  const { default: encode } = await import("qr");
  const rows = encode(text, "raw", { ecc: "medium", border: quietModules });
  const path = rows.map(rowPath).join("");
  const box = `0 0 ${rows.length} ${rows.length}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${path}"/></svg>`
  );
}

/** Each run of dark modules is one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const text = row.map((dark) => (dark ? "#" : " ")).join("");
  return [...text.matchAll(/#+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
