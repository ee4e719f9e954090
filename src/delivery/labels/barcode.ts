import { code128, type DrawingContext, qrcode, type RenderOptions } from "bwip-js/node";

/** A code as an SVG path whose unit is one module. It has no quiet zone. */
export interface CodePath {
  path: string;
  width: number;
  height: number;
}

/** Bars are drawn by their middle, which is a whole number only in half modules. */
const unitsPerModule = 2;

type Corner = readonly [x: number, y: number];

/** Code 128 (ISO/IEC 15417). Bars are `height` modules high. */
export function barCode(text: string, height: number): CodePath {
  const drawn = code128({ ...options(text), bcid: "code128" }, pathDrawing());
  return { ...drawn, path: drawn.path(height), height };
}

/** QR code (ISO/IEC 18004) with error correction M. */
export function qrCode(text: string): CodePath {
  const drawn = qrcode({ ...options(text), bcid: "qrcode", eclevel: "M" } as RenderOptions, pathDrawing());
  return { ...drawn, path: drawn.path() };
}

const options = (text: string) => ({ text, scale: 1 });

interface Drawn {
  width: number;
  height: number;
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
