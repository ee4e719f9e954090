/** Programs by what their User-Agent contains; the first that fits counts, because most name several. */
const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** `Mozilla/5.0 (X11; Linux …) … Firefox/147.0` → `Firefox on Linux`; undefined for what is no known browser. */
export function browserName(userAgent: string): string | undefined {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser === undefined || system === undefined ? browser : `${browser} on ${system}`;
}
