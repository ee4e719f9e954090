import { generateSync } from "otplib";
import type { TestClock } from "./clock.ts";
import type { TestAccount, TestServer } from "./harness.ts";

const stepSeconds = 30;

export interface SecondFactor {
  account: TestAccount;
  recoveryCodes: string[];
  secret: string;
  /** What the app shows now, or so many steps later. */
  codeAt(steps?: number): string;
  /** Waits for the next code of the app, which was not used yet. */
  nextCode(): string;
}

/** A new account whose user signs in with a code too. The clock moves on with every new code. */
export async function withSecondFactor(server: TestServer, clock: TestClock): Promise<SecondFactor> {
  const account = await server.account();
  const path = "/api/v1/auth/second-factor";
  const { secret } = (await account.session.post(path)).body;
  const codeAt = (steps = 0) => appCode(secret, clock.now() + steps * stepSeconds * 1000);
  const { body } = await account.session.post(`${path}/confirmation`, { code: codeAt() });
  const nextCode = () => {
    clock.advance(stepSeconds);
    return codeAt();
  };
  return { account, recoveryCodes: body.recovery_codes, secret, codeAt, nextCode };
}

/** The six digits that an authenticator app shows at this time, in milliseconds. */
export function appCode(secret: string, at: number): string {
  return generateSync({ secret, epoch: Math.floor(at / 1000) });
}
