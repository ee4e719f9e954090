import { code128, type DrawingContext, qrcode, type RenderOptions } from "bwip-js/node";

/** A code whose unit is one module. It has no quiet zone. */
interface Code {
  width: number;
  height: number;
}

/** Bars are drawn by their middle, which is a whole number only in half modules. */
const unitsPerModule = 2;

type Corner = readonly [x: number, y: number];

/** Code 128 (ISO/IEC 15417), as an SVG path with bars of a height in modules. */
export function barCode(text: string): Pick<Code, "width"> & { path(height: number): string } {
  return code128({ ...options(text), bcid: "code128" }, pathDrawing());
}

/** QR code (ISO/IEC 18004) with error correction M, as an SVG path. */
export function qrCode(text: string): Code & { path: string } {
  const drawn = qrcode({ ...options(text), bcid: "qrcode", eclevel: "M" } as RenderOptions, pathDrawing());
  return { ...drawn, path: drawn.path() };
}

const options = (text: string) => ({ text, scale: 1 });

interface Drawn extends Code {
  /** Bars as high as given. */
  path(barHeight?: number): string;
}

/** Takes the drawing calls of bwip-js. A label prints text and colors itself. */
function pathDrawing(): DrawingContext<Drawn> {
  const bars: { left: number; width: number }[] = [];
  const shapes: string[] = [];
  let size = { width: 0, height: 0 };
  return {
    scale: () => [unitsPerModule, unitsPerModule],
    init(width, height) {
      size = { width: width / unitsPerModule, height: height / unitsPerModule };
    },
    line(x, _top, _x, _bottom, width) {
      bars.push({ left: (x - width / 2) / unitsPerModule, width: width / unitsPerModule });
    },
    polygon(corners) {
      shapes.push(outline(corners.map(([x, y]) => [x / unitsPerModule, y / unitsPerModule] as const)));
    },
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    hexagon() {},
    ellipse() {},
    fill() {},
    text() {},
    end: () => ({
      ...size,
      path: (barHeight = 0) => shapes.join("") + bars.map((bar) => barOutline(bar, barHeight)).join(""),
    }),
  };
}

function barOutline({ left, width }: { left: number; width: number }, height: number): string {
  return `M${left} 0h${width}v${height}h${-width}z`;
}

function outline(corners: readonly Corner[]): string {
  return `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}z`;
}
