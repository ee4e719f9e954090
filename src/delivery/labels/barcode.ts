import bwipjs from "bwip-js/node";

/** Codes as SVG paths whose unit is one module. `width` and `height` are in modules, without the quiet zone. */
interface CodePath {
  path: string;
  width: number;
  height: number;
}

const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** Code 128 (ISO/IEC 15417). Bars are `height` modules high. */
export function code128(text: string, height: number): CodePath {
  const [code] = bwipjs.raw("code128", text);
  if (!code || !("sbs" in code)) throw new Error("bwip-js made no bars");
  let x = 0;
  let path = "";
  // Widths of a bar and a space in turn.
  for (const [index, width] of [...code.sbs].entries()) {
    if (index % 2 === 0) path += rectangle(x, 0, width, height);
    x += width;
  }
  return { path, width: x, height };
}

/** QR code (ISO/IEC 18004) with error correction M. */
export function qrCode(text: string): CodePath {
  const [code] = bwipjs.raw("qrcode", text, "eclevel=M");
  if (!code || !("pixs" in code)) throw new Error("bwip-js made no modules");
  const { pixs, pixx: width, pixy: height } = code;
  const dark = [...pixs].flatMap((isDark, index) =>
    isDark ? [rectangle(index % width, Math.floor(index / width), 1, 1)] : [],
  );
  return { path: dark.join(""), width, height };
}
