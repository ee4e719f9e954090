import { expect } from "bun:test";
import { runDrill } from "../power-cut/drill.ts";
import { testWith } from "../support/test-with.ts";

/**
 * Cuts the power of a disk with a volatile write cache under the executable. `bun run test:power-cuts -- 1000` does
 * the same for longer, and on other file systems.
 */

const fileSystem = "ext4";

testWith(
  "power cuts",
  "after a power cut everything acknowledged is there, whatever the disk kept of what was not flushed",
  async () => {
    const outcome = await runDrill({ fileSystem, cuts: 2, startShare: 0 });
    expect(outcome.findings).toEqual([]);
    expect(outcome).toMatchObject({ cuts: 2, media: 6, lossyCuts: 0 });
    for (const count of Object.values(outcome.facts)) expect(count).toBeGreaterThan(1);
  },
);

testWith(
  "power cuts",
  "a disk that answers flushes and does nothing loses what was acknowledged, and that is seen",
  async () => {
    const outcome = await runDrill({ fileSystem, cuts: 1, startShare: 0, fault: "ignores flushes" });
    expect(outcome).toMatchObject({ cuts: 1, media: 3, lossyCuts: 1, lossyMedia: 3 });
    expect(outcome.findings).toContainEqual(
      expect.stringMatching(
        /^Cut 1, medium "none": \d+ of \d+ acknowledged shipments are lost, such as shp_/,
      ),
    );
  },
);
