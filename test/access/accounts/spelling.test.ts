import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { accountStore } from "../../../src/access/accounts/store.ts";
import { parseCidrs } from "../../../src/infra/net/address.ts";
import { startServer, type TestServer } from "../../support/harness.ts";

/** One address and one password, however a keyboard composes their characters; and no address with a hidden one. */

let server: TestServer;
beforeAll(async () => {
  // Trusted to say where a request comes from: each is from an address of its own, and slows no other down.
  server = await startServer({ config: { trustedProxies: parseCidrs(["127.0.0.1/32"]) } });
});
afterAll(() => server.stop());

const auth = "/api/v1/auth";
const password = "Zwölf überaus gelbe Ähren";
let made = 0;
const client = () => server.client({ "x-forwarded-for": `198.51.100.${++made % 250}` });
const newEmail = (name = "jörg") => `${name}-${++made}@example.com`;
const signUp = (email: string, secret = password) =>
  client().post(`${auth}/sign-up`, { email, password: secret, account_name: "Shop" });
const signIn = (email: string, secret = password) =>
  client().post(`${auth}/sign-in`, { email, password: secret });

/** A user as earlier versions stored one: the address and the hash of the password exactly as typed. */
async function storeAsTyped(email: string, secret: string) {
  const { body } = await signUp(newEmail("account"));
  const passwordHash = await Bun.password.hash(secret, { algorithm: "bcrypt", cost: 4 });
  const id = server.deps.ids.make("usr");
  await server.deps.stores.accounts.write((tx) =>
    accountStore(tx).insertUser({
      ...(accountStore(tx).findUser(body.user.id) ?? expect.unreachable()),
      id,
      email,
      passwordHash,
    }),
  );
  return id;
}

describe("an email address", () => {
  const hidden = [
    "\u0007",
    "\u001b",
    "\u007f",
    "\u0085",
    "\u009b",
    "\u00ad",
    "\u034f",
    "\u061c",
    "\u115f",
    "\u180e",
    "\u200b",
    "\u200d",
    "\u202e",
    "\u2066",
    "\u3164",
    "\ufe0f",
    "\ufeff",
    "\u{e0061}",
  ];
  test.each(hidden.map((character) => [character.codePointAt(0)?.toString(16) ?? "", character]))(
    "with the hidden character U+%s is refused",
    async (_code, character) => {
      for (const email of [`a${character}lice@example.com`, `alice${character}@example.com`]) {
        const { status, body } = await signUp(email);
        expect([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code]).toEqual([
          422,
          "#/email",
          "format",
        ]);
      }
    },
  );

  test("in visible characters of any script is accepted", async () => {
    for (const name of ["jörg", "用户", "משתמש", "o'brien+tag", "अनिल"]) {
      expect((await signUp(newEmail(name))).status).toBe(201);
    }
  });

  test("is one user, composed or not", async () => {
    const email = newEmail();
    const { body } = await signUp(email.normalize("NFD"));
    expect(body.user.email).toBe(email.normalize("NFC"));
    for (const form of ["NFC", "NFD"]) {
      const again = await signUp(email.normalize(form));
      expect([again.status, again.body.code]).toEqual([422, "email_taken"]);
      expect((await signIn(email.normalize(form))).body.user.id).toBe(body.user.id);
      expect((await signIn(email.normalize(form).toUpperCase())).body.user.id).toBe(body.user.id);
    }
  });

  test("that was stored as typed still signs in, and cannot be registered again", async () => {
    const email = newEmail();
    const id = await storeAsTyped(email.normalize("NFD"), password);
    for (const form of ["NFC", "NFD"]) {
      expect((await signIn(email.normalize(form))).body.user.id).toBe(id);
      expect((await signUp(email.normalize(form))).body.code).toBe("email_taken");
    }
    const unseen = `a\u200blice-${++made}@example.com`;
    const other = await storeAsTyped(unseen, password);
    expect((await signIn(unseen)).body.user.id).toBe(other);
  });

  test("of two users that differ only in composition finds the one as typed", async () => {
    const email = newEmail();
    const composed = await storeAsTyped(email.normalize("NFC"), password);
    const decomposed = await storeAsTyped(email.normalize("NFD"), password);
    expect((await signIn(email.normalize("NFC"))).body.user.id).toBe(composed);
    expect((await signIn(email.normalize("NFD"))).body.user.id).toBe(decomposed);
  });
});

describe("a password", () => {
  test("is the same, composed, decomposed or in full-width letters", async () => {
    const email = newEmail();
    const typed = "Ｚｗölf überaus gelbe Ähren";
    await signUp(email, password.normalize("NFC"));
    for (const form of [password.normalize("NFC"), password.normalize("NFD"), typed]) {
      expect((await signIn(email, form)).status).toBe(200);
    }
    expect((await signIn(email, password.toLowerCase())).status).toBe(401);
  });

  test("whose hash is of the typed form still works, and can be changed", async () => {
    const email = newEmail();
    await storeAsTyped(email, password.normalize("NFD"));
    const signedIn = await signIn(email, password.normalize("NFD"));
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const changed = await server
      .client({ cookie, "sec-fetch-site": "same-origin" })
      .post(`${auth}/password`, {
        current_password: password.normalize("NFD"),
        new_password: `${password}!`.normalize("NFD"),
      });
    expect(changed.status).toBe(204);
    expect((await signIn(email, `${password}!`.normalize("NFC"))).status).toBe(200);
    expect((await signIn(email, password.normalize("NFD"))).status).toBe(401);
  });

  test("that is common in other letters is refused", async () => {
    const { status, body } = await signUp(newEmail(), "ｐａｓｓｗｏｒｄ１２３４");
    expect([status, body.errors[0].code]).toEqual([422, "common_password"]);
  });
});

test("all forms of an address are throttled as one", async () => {
  const email = newEmail();
  await signUp(email);
  const forms = [email.normalize("NFC"), email.normalize("NFD"), email.toUpperCase()];
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await signIn(forms[guess % forms.length] ?? "", "wrong")).status).toBe(401);
  }
  for (const form of forms) expect((await signIn(form)).status).toBe(429);
});
