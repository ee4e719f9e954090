import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Numbers from 0 up to, not including, 1: the same seed gives the same sequence, for ever. Not for secrets. */
export function seededRandom(seed: string): () => number {
  const generator = xoroshiro128plus(Bun.hash.xxHash32(seed));
  return () => uniformFloat64(generator);
}
