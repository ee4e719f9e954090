import { describe, expect, test } from "bun:test";
import { writeBehind } from "../../../src/infra/db/write-behind.ts";
import { AppError } from "../../../src/infra/errors.ts";
import { eventually } from "../../support/harness.ts";

const forever = 3_600_000;

/** Counts its calls; each lasts until the test ends it. */
function heldWork() {
  const ends: ((error?: Error) => void)[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  return { ends, work };
}

/** Resolves when something that was to be written as late, and later, has been written. */
async function writeLater(waitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  writeBehind(waitMs, async () => resolve(), unexpected).soon();
  await promise;
}

const unexpected = (error: unknown) => {
  throw error;
};

describe("writing behind", () => {
  test("many wishes are one write", async () => {
    let writes = 0;
    const work = async () => {
      writes += 1;
    };
    const { soon } = writeBehind(1, work, unexpected);
    for (let wish = 0; wish < 100; wish += 1) soon();
    expect(writes).toBe(0);
    await eventually("a write", () => (writes > 0 ? true : undefined));
    await writeLater(1);
    expect(writes).toBe(1);
  });

  test("a flush writes at once, and the wish before it is fulfilled with it", async () => {
    let writes = 0;
    const work = async () => {
      writes += 1;
    };
    const { soon, flush } = writeBehind(5, work, unexpected);
    soon();
    await flush();
    expect(writes).toBe(1);
    await writeLater(5);
    expect(writes).toBe(1);
  });

  test("writes do not overlap, and a flush waits for one that began after it was called", async () => {
    const { ends, work } = heldWork();
    const { flush } = writeBehind(forever, work, unexpected);
    let flushed = false;
    void flush();
    const second = flush().then(() => {
      flushed = true;
    });
    await eventually("the first write", () => ends[0]);
    await writeLater(0);
    expect(ends.length).toBe(1);
    ends[0]?.();
    await eventually("the second write", () => ends[1]);
    expect(flushed).toBe(false);
    ends[1]?.();
    await second;
    expect(ends.length).toBe(2);
  });

  test("a flush does not wait for ever, and the write continues", async () => {
    const { ends, work } = heldWork();
    const { flush } = writeBehind(forever, work, unexpected, 1);
    await flush();
    expect(ends.length).toBe(1);
    ends[0]?.();
    const second = flush();
    await eventually("the second write", () => ends[1]);
    ends[1]?.();
    await second;
  });

  test("a failure is reported, no flush rejects for it, and it is tried again", async () => {
    const failures: unknown[] = [];
    let writes = 0;
    const fails = new Error("the disk is full");
    const work = async () => {
      writes += 1;
      if (writes === 1) throw fails;
    };
    const { flush } = writeBehind(1, work, (error) => failures.push(error));
    await flush();
    expect(failures).toEqual([fails]);
    await eventually("another try", () => (writes === 2 ? true : undefined));
    expect(failures.length).toBe(1);
  });

  test("a lack of space is not reported each time; the write is retried", async () => {
    let writes = 0;
    const work = async () => {
      writes += 1;
      if (writes < 3) throw new AppError("storage_full");
    };
    writeBehind(1, work, unexpected).soon();
    await eventually("a third try", () => (writes >= 3 ? true : undefined));
  });
});
