import type { Deps } from "../infra/deps.ts";
import { streamTexts } from "./text-stream.ts";

/** JSON, one value per line. */
export const jsonLinesType = "application/jsonl";

/** Texts as JSON Lines; as `streamTexts`. */
export function streamLines(
  deps: Deps,
  request: Request,
  lines: AsyncGenerator<string>,
  end: () => void,
  headers: Record<string, string>,
): Response {
  return streamTexts(deps, request, () => ended(lines), end, { ...headers, "content-type": jsonLinesType });
}

async function* ended(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
