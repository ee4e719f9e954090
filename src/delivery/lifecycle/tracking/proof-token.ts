import type { Deps } from "../../../infra/deps.ts";
import { isSignature, sign } from "../../../infra/ids.ts";
import { minuteMs } from "../../../infra/units.ts";

/**
 * What stands in the URLs of a proof's pictures for who entered the right digits: when they end, and a signature of that
 * for one tracking link. A new link makes it void.
 */

const openMs = 15 * minuteMs;

export function makeProofToken({ cursorKey, realClock }: Deps, trackingToken: string): string {
  const until = realClock.now() + openMs;
  return `${until}.${sign(cursorKey, signedText(trackingToken, until)).toString("base64url")}`;
}

export function isProofToken(
  { cursorKey, realClock }: Deps,
  trackingToken: string,
  proofToken: string,
): boolean {
  const [, until, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(proofToken) ?? [];
  if (until === undefined || signature === undefined || realClock.now() >= Number(until)) return false;
  return isSignature(
    Buffer.from(signature, "base64url"),
    cursorKey,
    signedText(trackingToken, Number(until)),
  );
}

function signedText(trackingToken: string, until: number): string {
  return `proof ${trackingToken} ${until}`;
}
