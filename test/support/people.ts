import { insertUser } from "../../src/access/accounts/opening.ts";
import { openSession, principalOf } from "../../src/access/accounts/sessions/sessions.ts";
import type { UserRow } from "../../src/access/accounts/store.ts";
import type { Role } from "../../src/access/roles.ts";
import { operatorIn } from "../../src/infra/http/principal.ts";
import type { Client, TestServer } from "./harness.ts";

/** People of an account besides its first owner. */

export interface Person {
  user: UserRow;
  /** Signed in on the dashboard. */
  session: Client;
  /** The header of that session. */
  cookie: string;
  sessionId: string;
}

let people = 0;

/** Adds somebody to the account, who has no password, and signs in. */
export async function addPerson(
  server: TestServer,
  accountId: string,
  role: Role,
  email?: string,
): Promise<Person> {
  people += 1;
  const input = { email: email ?? `${role}-${people}@example.com`, passwordHash: "none", role };
  const { accounts } = server.deps.stores;
  const user = await accounts.write((tx) =>
    insertUser(server.deps, tx, accountId, { ...input, isOperator: false, isVerified: true }),
  );
  return { user, ...(await signInAs(server, user)) };
}

/** Another session of somebody. */
export async function signInAs(
  server: TestServer,
  user: UserRow,
): Promise<Pick<Person, "session" | "cookie" | "sessionId">> {
  const { deps } = server;
  const sessionId = deps.ids.make("ses");
  const { token } = await deps.stores.accounts.write((tx) =>
    openSession(deps, tx, user.id, sessionId, operatorIn(user.accountId)),
  );
  const cookie = `waybill_session=${token}`;
  return { cookie, sessionId, session: server.client({ cookie, "sec-fetch-site": "same-origin" }) };
}

/** The principal of somebody at this moment, for verbs that are called without a request. */
export function principalOfPerson({ user, sessionId }: Person) {
  const origin = { requestId: "req_test", address: "127.0.0.1", isShared: false, userAgent: null };
  return principalOf({ id: sessionId, confirmedAt: Date.now() }, user, origin);
}
