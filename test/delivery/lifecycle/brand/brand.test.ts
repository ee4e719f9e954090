import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../../../api/problem.ts";
import { databaseRows } from "../../../support/database.ts";
import { platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";
import { pictures, resizedPng, uploadLogo } from "../../../support/images.ts";
import { addPerson } from "../../../support/people.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { personalDataDays: 100 } });
});
afterAll(() => server.stop());

const path = `${platform}/account`;
const sandbox = { "x-environment": "sandbox" };
const patch = ({ session }: Pick<TestAccount, "session">, body: object) => session.patch(path, body, sandbox);

describe("an account's name and brand", () => {
  test("are changed together, hold in both environments, and are in the audit log", async () => {
    const account = await server.account();
    const logo = await uploadLogo(account);
    const brand = {
      logo_image_id: logo,
      color: "#0b7285",
      contact: { phone: "+4930123456", email: "hello@example.com", url: "https://shop.example.com/help" },
    };
    const answer = await patch(account, { name: "Flower shop", brand, retention_days: 30 });
    expect(answer.status).toBe(200);
    const logoUrl = `${server.url}${path}/images/${logo}`;
    const wanted = { name: "Flower shop", brand: { ...brand, logo_url: logoUrl }, retention_days: 30 };
    expect(answer.body).toMatchObject(wanted);
    expect((await account.live.get(path)).body).toMatchObject(wanted);
    expect((await account.session.get("/api/v1/auth/session")).body.account.name).toBe("Flower shop");
    const [entry] = (await account.session.get("/api/v1/audit?action=account.changed")).body.data;
    expect(entry).toMatchObject({
      target: { type: "account", name: "Flower shop" },
      details: { changed: ["name", "retention_days", "brand"] },
    });
    const rows = databaseRows(server);
    expect((await patch(account, { name: "Flower shop", brand })).status).toBe(200);
    expect(databaseRows(server)).toEqual(rows);

    const cleared = await patch(account, { brand: { logo_image_id: null, contact: { phone: null } } });
    expect(cleared.body.brand).toEqual({
      logo_image_id: null,
      privacy_url: null,
      imprint_url: null,
      logo_url: null,
      color: "#0b7285",
      contact: { ...brand.contact, phone: null },
      proof_behind_digits: true,
    });
  });

  test("are refused as a whole when a part is wrong, and to people who are no owners", async () => {
    const account = await server.account();
    const other = await server.account();
    const foreign = await uploadLogo(other);
    const { session } = await addPerson(server, account.accountId, "developer");
    const before = databaseRows(server);
    const wrong: [body: object, pointer: string][] = [
      [{ name: "New", retention_days: 101 }, "#/retention_days"],
      [{ name: "New", brand: { logo_image_id: foreign } }, "#/brand/logo_image_id"],
      [{ name: "New", brand: { color: "red" } }, "#/brand/color"],
      [{ name: "New", brand: { contact: { url: "javascript:alert(1)" } } }, "#/brand/contact/url"],
      [{ name: " " }, "#/name"],
    ];
    for (const [body, pointer] of wrong) {
      const { status, body: problem } = await patch(account, body);
      expect([status, problem.errors[0].pointer]).toEqual([422, pointer]);
    }
    const refused = await patch({ session }, { name: "New" });
    expectProblem(server, refused, { status: 403, code: "scope_missing" });
    expect(databaseRows(server)).toEqual(before);
  });
});

describe("a logo", () => {
  test("is fetched by the account's callers only, as a picture", async () => {
    const account = await server.account();
    const id = await uploadLogo(account);
    for (const client of [account.sandbox, account.live]) {
      const { status, headers } = await client.get(`${path}/images/${id}`);
      expect([status, headers.get("content-type"), headers.get("content-security-policy")]).toEqual([
        200,
        "image/png",
        "default-src 'none'",
      ]);
    }
    const stranger = await server.account();
    expectProblem(server, await stranger.sandbox.get(`${path}/images/${id}`), {
      status: 404,
      code: "not_found",
    });
  });

  test("that is uploaded again is the same one; of those that no brand names, five stay", async () => {
    const account = await server.account();
    const id = await uploadLogo(account);
    expect(await uploadLogo(account)).toBe(id);
    expect((await patch(account, { brand: { logo_image_id: id } })).status).toBe(200);
    const { session } = account;
    const upload = async (picture: Uint8Array<ArrayBuffer>) =>
      session.send(`${path}/images`, {
        method: "POST",
        body: picture,
        headers: { "content-type": "application/octet-stream", ...sandbox },
      });
    for (let width = 1; width <= 7; width += 1) {
      const picture = new Uint8Array(resizedPng(pictures.png, width, 4));
      expect((await upload(picture)).status).toBe(201);
    }
    const kept = (databaseRows(server)["accounts.account_images"] ?? []).filter(
      ({ account_id }) => account_id === account.accountId,
    );
    expect(kept.map(({ width }) => width)).toEqual([8, 3, 4, 5, 6, 7]);
    const large = new Uint8Array(2 ** 20 + 1);
    expect((await upload(large)).status).toBe(422);
  });
});
