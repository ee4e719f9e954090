import type { Chart } from "./scenario.ts";

const width = 800;
const height = 360;
const margin = { left: 70, right: 20, top: 50, bottom: 50 };
const colors = ["#2563eb", "#9ca3af"];
const gridLines = 4;

/** The chart as SVG, each axis from 0. */
export function drawChart({ title, xLabel, yLabel, lines }: Chart): string {
  const points = lines.flatMap((line) => line.points);
  const xMax = Math.max(...points.map(({ x }) => x), 1e-9);
  const yMax = Math.max(...points.map(({ y }) => y), 1e-9);
  const xOf = (x: number) => margin.left + (x / xMax) * (width - margin.left - margin.right);
  const yOf = (y: number) => height - margin.bottom - (y / yMax) * (height - margin.top - margin.bottom);
  const grid = Array.from({ length: gridLines + 1 }, (_, index) => {
    const [x, y] = [(xMax * index) / gridLines, (yMax * index) / gridLines];
    return [
      `<line x1="${margin.left}" x2="${width - margin.right}" y1="${yOf(y)}" y2="${yOf(y)}" stroke="#e5e7eb"/>`,
      text(margin.left - 8, yOf(y) + 4, "end", rounded(y)),
      text(xOf(x), height - margin.bottom + 18, "middle", rounded(x)),
    ];
  });
  const drawn = lines.map(({ name, points: own }, index) => {
    const path = own.map(({ x, y }) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(" ");
    const color = colors[index % colors.length];
    const legendAt = width - margin.right - 90 * (lines.length - index);
    return [
      `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
      `<rect x="${legendAt}" y="18" width="12" height="12" fill="${color}"/>`,
      text(legendAt + 17, 28, "start", name),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${margin.left}" y="29" font-size="16">${title}</text>`,
    ...grid.flat(),
    text(width / 2, height - 10, "middle", xLabel),
    text(margin.left, margin.top - 14, "end", yLabel),
    ...drawn.flat(),
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, anchor: string, words: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
