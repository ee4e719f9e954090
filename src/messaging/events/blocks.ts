/** Reads the text of a stream of Server-Sent Events. */

export interface Blocks {
  /** Each with its fields by name. */
  blocks: ReadonlyMap<string, string>[];
  /** The start of a block that is not complete yet. */
  rest: string;
}

/** HTML Living Standard §9.2, as Waybill writes it: lines end with LF, data is one line, comments have no name. */
export function readBlocks(text: string): Blocks {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  return { blocks: blocks.map((block) => new Map(block.split("\n").map(fieldOf))), rest };
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(": ");
  return [line.slice(0, colon), line.slice(colon + 2)];
}
