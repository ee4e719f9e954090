import { expect, test } from "bun:test";
import { readBlocks } from "../../../src/messaging/events/blocks.ts";

test("a stream is read as it comes, in pieces that end anywhere", () => {
  const text = 'id: 7\nretry: 3000\n\n: heartbeat\n\nid: 8\nevent: shipment.created\ndata: {"a": "b: c"}\n\n';
  const whole = readBlocks(text).blocks;
  expect(whole).toHaveLength(3);
  expect(whole[0]?.get("id")).toBe("7");
  expect(whole[1]?.get("data")).toBeUndefined();
  expect(whole[2]?.get("data")).toBe('{"a": "b: c"}');
  for (let end = 0; end < text.length; end += 1) {
    const { blocks, rest } = readBlocks(text.slice(0, end));
    expect([...blocks, ...readBlocks(rest + text.slice(end)).blocks]).toEqual(whole);
  }
});
