import { AppError, invalidField } from "../errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** More at once would slow each other and everything else on the thread pool. */
const hashesAtOnceMax = 2;

/** With more than this many waiting the answer would come too late to be of use. */
const waitingMax = 60;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws AppError `busy` */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= waitingMax) throw new AppError("busy");
  while (running >= hashesAtOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, parameters));
}

/** @throws AppError `validation_failed` */
export function refuseCommonPassword(pointer: string, password: string): void {
  if (isCommonPassword(password)) {
    throw invalidField(pointer, "common_password", "is too easy to guess; choose another");
  }
}

/** Checked for users that do not exist, so that they cost the same time as a wrong password. */
let nobodyHash: Promise<string> | undefined;

export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  nobodyHash ??= hashPassword("nobody has this password");
  const known = hash ?? (await nobodyHash);
  const matches = await inTurn(() => Bun.password.verify(password, known));
  return matches && hash !== undefined;
}
