import { createSetUpToken } from "../../src/access/accounts/sign-in/operator.ts";
import type { Client, TestServer } from "./harness.ts";

export interface TestOperator {
  accountId: string;
  email: string;
  /** The Cookie header of the session. */
  cookie: string;
  session: Client;
}

/** Creates the server's operator, signed in from the installation's own pages. There can be only one. */
export async function createOperator(server: TestServer): Promise<TestOperator> {
  const token = createSetUpToken(server.deps);
  if (token === undefined) throw new Error("there is an operator");
  const email = "operator@example.com";
  const { status, headers, body } = await server.client().post("/api/v1/auth/setup", {
    token,
    email,
    password: "a long enough passphrase",
    account_name: "Operator",
  });
  if (status !== 201) throw new Error(`setting up gave ${status}`);
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const session = server.client({ cookie, "sec-fetch-site": "same-origin" });
  return { accountId: body.account.id, email, cookie, session };
}
