import { issueToken } from "../../src/access/tokens/service.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { operatorIn } from "../../src/infra/http/principal.ts";
import type { Client, TestAccount, TestServer } from "./harness.ts";

/**
 * The server of a carrier, with a new token, which an account's log tells of. `accountId` is null for a carrier of the
 * installation, or built in.
 */
export async function carrierClient(
  { deps, client }: TestServer,
  by: Pick<TestAccount, "accountId">,
  carrierId: string,
  accountId: string | null = null,
  environment: Environment = "sandbox",
): Promise<Client> {
  const owner = () => ({ environment, carrierId, accountId, driverId: null });
  const { secret } = await issueToken(deps, operatorIn(by.accountId), owner, {
    name: "server",
    kind: "carrier",
  });
  return client({ authorization: `Bearer ${secret}` });
}
