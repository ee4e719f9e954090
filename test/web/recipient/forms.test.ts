import { afterAll, beforeAll, expect, test } from "bun:test";
import { brandStyle, contrastOf } from "../../../src/web/browser/brand-color.ts";
import { databaseRows } from "../../support/database.ts";
import {
  advance,
  createAssigned,
  kreuzberg,
  openProofs,
  platform,
  withPinAndPhone,
} from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { uploadLogo } from "../../support/images.ts";

/** The sender's brand on the page, and its forms as a browser without a script sends them. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  // From source its script is bundled for the first reader.
  await fetch(`${server.url}/t/first`);
});
afterAll(() => server.stop());

type Linked = { tracking_url: string };
const pageUrl = ({ tracking_url: url }: Linked) => `${server.url}/t/${url.split("/").at(-1)}`;

async function open(shipment: Linked, path = "", languages = "en") {
  const response = await fetch(`${pageUrl(shipment)}${path}`, { headers: { "accept-language": languages } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

async function send(
  shipment: Linked,
  form: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(fields);
  const sent = { method: "POST", body, headers: { "sec-fetch-site": "same-origin", ...headers } };
  const response = await fetch(`${pageUrl(shipment)}/${form}`, sent);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const easy = (language?: string) => ({
  delivery: { contact: { name: "Alex Example", phone: "+4915112345678", language }, address: kreuzberg },
});

test("the page names the sender with logo, color and contact, also when the delivery failed", async () => {
  const own = await server.account();
  const logo_image_id = await uploadLogo(own);
  const contact = {
    phone: "+4930123456",
    email: "a&b@example.com",
    url: "https://www.shop.example.com/help/",
  };
  const brand = { logo_image_id, color: "#b3261e", contact };
  const inSandbox = { "x-environment": "sandbox" };
  const { shipment } = await createAssigned(own.sandbox, {
    simulation: { speed: "manual", outcome: "lost" },
  });
  expect((await open(shipment)).html).not.toMatch(/brand\.css|<img|Questions/);

  await own.session.patch(`${platform}/account`, { name: "<Bücher> & Söhne", brand }, inSandbox);
  const links = [
    '<a href="tel:+4930123456">+4930123456</a>',
    '<a href="mailto:a%26b@example.com">a&amp;b@example.com</a>',
    '<a href="https://www.shop.example.com/help/" target="_blank" rel="noopener noreferrer">shop.example.com/help</a>',
  ];
  const { html } = await open(shipment);
  expect(html).toMatch(
    /<header class="sender"><img src="\/api[^"]+\/logo" alt=""><strong>&lt;Bücher&gt; &amp; Söhne</,
  );
  expect(html).toContain("Questions about this delivery?");
  const style = await open(shipment, "/brand.css");
  expect([style.headers.get("content-type"), style.html]).toEqual([
    "text/css; charset=utf-8",
    brandStyle("#b3261e"),
  ]);
  const logo = await fetch(`${server.url}${/src="([^"]+logo)"/.exec(html)?.[1]}`);
  expect(logo.headers.get("content-type")).toBe("image/png");

  for (let acts = 0; acts < 30; acts += 1) {
    await advance(own.sandbox, shipment.id);
    if ((await own.sandbox.get(`${platform}/shipments/${shipment.id}`)).body.status === "failed") break;
  }
  const failed = (await open(shipment)).html;
  expect(failed).toContain("Contact &lt;Bücher&gt; &amp; Söhne about this delivery.</p><ul");
  expect(failed).not.toContain("Questions about this delivery?");
  for (const link of links) for (const text of [html, failed]) expect(text.split(link)).toHaveLength(2);
});

test("the sender's color stands where it can be read, in either scheme", async () => {
  const css = await Bun.file("src/web/browser/palette.css").text();
  expect(brandStyle("#b3261e")).toContain("--busy:light-dark(#b3261e,#7db8f5)");
  expect(brandStyle("#ffee00")).toContain("--busy:light-dark(#0b5cad,#ffee00)");
  expect(brandStyle("#808080")).toBe(":root{--brand:#808080;--busy:light-dark(#0b5cad,#7db8f5)}");
  for (const [light, dark] of [
    ["#eef2f6", "#101318"],
    ["#fff", "#171b21"],
    ["#0b5cad", "#7db8f5"],
  ]) {
    expect(css).toContain(`light-dark(${light}, ${dark})`);
  }
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("the PIN comes after the phone's last digits, and errors are in the recipient's language", async () => {
  const { shipment } = await createAssigned(account.sandbox, {
    delivery: { ...withPinAndPhone.delivery, contact: { ...easy("de").delivery.contact } },
  });
  const { pin } = (await account.sandbox.get(`${platform}/shipments/${shipment.id}/pin`)).body;
  const first = await open(shipment);
  expect(first.html).toContain("<h2>Ihre PIN</h2>");
  expect(first.html).toContain("refresh");
  expect(first.headers.get("content-security-policy")).toContain("form-action 'self'");
  // A page that reloads itself has the form for the script only.
  expect(first.html).toMatch(/<noscript><p><a href="\/t\/[^"]+\/pin">PIN anzeigen<.*<template><form/);
  const opened = await open(shipment, "/pin");
  expect(opened.html).not.toMatch(/refresh|<template>/);
  expect(opened.html).toContain('name="digits"');

  const wrong = await send(shipment, "pin", { digits: "0000" });
  expect([wrong.status, wrong.html.includes("Noch 4 Versuche.")]).toEqual([403, true]);
  expect((await send(shipment, "pin", {})).status).toBe(422);
  for (const digits of ["5678", "٥٦٧٨", "５６ ７８"]) {
    const right = await send(shipment, "pin", { digits });
    expect(right.html).toContain(`<output dir="ltr">${pin}</output>`);
    expect([right.status, right.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  }
  for (let tries = 0; tries < 4; tries += 1) await send(shipment, "pin", { digits: "1111" });
  const rows = databaseRows(server);
  const foreign = await send(shipment, "pin", { digits: "1111" }, { "sec-fetch-site": "cross-site" });
  expect([foreign.status, JSON.parse(foreign.html).code]).toEqual([403, "cross_origin_refused"]);
  expect(databaseRows(server)).toEqual(rows);
  const locked = await send(shipment, "pin", { digits: "1111" });
  expect([locked.status, locked.html.includes("In 24 Stunden")]).toEqual([429, true]);
  const after = (await open(shipment)).html;
  expect(after).toContain("Zu viele falsche Versuche.");
  expect(after).not.toContain('name="digits"');
  for (const { html } of [first, opened, wrong, locked]) expect(html).not.toContain(`>${pin}<`);
});

test("the proof comes after the phone's last digits, with who received it", async () => {
  const { shipment } = await createAssigned(account.sandbox, {
    delivery: { ...easy("de").delivery, requirements: { signature: true, photo: true } },
  });
  await advance(account.sandbox, shipment.id, "delivered");
  const { proof_of_delivery: proof } = (await account.sandbox.get(`${platform}/tracking/${shipment.id}`))
    .body;
  const first = await open(shipment);
  expect(first.html).toContain("<h2>Zustellnachweis</h2>");
  expect(first.html).toMatch(
    /<noscript><p><a href="\/t\/[^"]+\/proof">Zustellnachweis anzeigen<.*<template><form/,
  );
  const opened = await open(shipment, "/proof");
  expect(opened.html).toContain("Um Unterschrift und Fotos zu sehen");
  const wrong = await send(shipment, "proof", { digits: "0000" });
  expect([wrong.status, wrong.html.includes("Noch 4 Versuche.")]).toEqual([403, true]);
  expect((await send(shipment, "proof", { digits: "12" })).status).toBe(422);

  const right = await send(shipment, "proof", { digits: "٥٦٧٨" });
  expect([right.status, right.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(right.html).toContain(`<p>Angenommen von <bdi>${proof.recipient_name}</bdi></p>`);
  const pictures = [...right.html.matchAll(/<figure><img src="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(pictures).toHaveLength(1 + proof.photos.length);
  for (const path of pictures) {
    const picture = await fetch(server.url + path.replaceAll("&amp;", "&"));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
  // The page itself tells nobody else.
  for (let tries = 0; tries < 5; tries += 1) await send(shipment, "proof", { digits: "1111" });
  const locked = await send(shipment, "proof", { digits: "5678" });
  expect([locked.status, locked.html.includes("Zu viele falsche Versuche.")]).toEqual([429, true]);
  for (const { html } of [first, opened, wrong, locked, await open(shipment)]) {
    expect(html).not.toContain("<figure>");
    expect(html).not.toContain(proof.recipient_name);
  }
});

test("the proof stands on the page of an account that shows it to everybody with the link, and of an erased one nowhere", async () => {
  const own = await server.account();
  await openProofs(own);
  const { shipment } = await createAssigned(own.sandbox, {
    delivery: { ...easy().delivery, requirements: { signature: true } },
  });
  await advance(own.sandbox, shipment.id, "delivered");
  const { html } = await open(shipment);
  const path = /<figure><img src="([^"]+)" alt="Signature">/.exec(html)?.[1];
  expect((await fetch(server.url + path)).status).toBe(200);
  expect(html).not.toMatch(/name="digits"|Received by/);
  await own.sandbox.post(`${platform}/shipments/${shipment.id}/redaction`);
  expect((await open(shipment)).html).not.toMatch(/<figure>|Proof of delivery/);
});

test("instructions and a rating are plain forms, keep what was typed, and end with the delivery", async () => {
  const { shipment } = await createAssigned(account.sandbox, easy());
  const asked = { where: "safe_place", note: 'Under "the" <bench>', text: " Knock\r\nloud " };
  const saved = await send(shipment, "instructions", asked);
  expect(saved.status).toBe(200);
  expect(saved.html).toContain("Leave it in a safe place: <bdi>Under &quot;the&quot; &lt;bench&gt;</bdi>");
  expect(saved.html).toContain('<p role="status">Saved. The driver gets it.</p>');
  const { body } = await account.sandbox.get(`${platform}/shipments/${shipment.id}`);
  expect(body.recipient_instructions).toMatchObject({
    text: "Knock loud",
    leave: { where: "safe_place", note: 'Under "the" <bench>' },
  });
  const refused = await send(shipment, "instructions", {
    where: "neighbor",
    note: "Kim",
    text: "ß".repeat(281),
  });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('role="alert">The text is too long.');
  expect(refused.html).toContain('value="neighbor" checked');
  expect(refused.html).toContain("ß".repeat(281));
  expect((await open(shipment)).html).toContain("Knock loud");

  const signed = (
    await createAssigned(account.sandbox, {
      delivery: { ...easy().delivery, requirements: { signature: true } },
    })
  ).shipment;
  const inPerson = await open(signed, "/instructions");
  expect(inPerson.html).toContain("This parcel has to be received in person.");
  expect(inPerson.html).not.toContain('type="radio"');
  expect((await send(signed, "rating", { thumb: "up" })).html).not.toContain('id="rating" class');

  await advance(account.sandbox, shipment.id, "delivered");
  const late = await send(shipment, "instructions", { text: "Late" });
  expect(late.status).toBe(409);
  expect((await send(shipment, "rating", { comment: "No thumb" })).status).toBe(422);
  const rated = await send(shipment, "rating", { thumb: "down", comment: "It <rained>" });
  expect(rated.html).toContain("Thank you for your rating.");
  expect(rated.html).toContain("<bdi>It &lt;rained&gt;</bdi>");
  expect((await open(shipment)).html).toContain("Thank you for your rating.");
  expect((await send({ tracking_url: "/t/nobody" }, "rating", { thumb: "up" })).status).toBe(404);
  await account.sandbox.delete(`${platform}/shipments/${shipment.id}/tracking-link`);
  expect((await send(shipment, "rating", { thumb: "up" })).html).toContain("This link has ended");
});
