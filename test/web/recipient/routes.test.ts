import { afterAll, beforeAll, expect, test } from "bun:test";
import { advance, berlinMitte, createAssigned, createShipment, kreuzberg } from "../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

/** The page at a shipment's tracking link. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  // From source its script is bundled for the first reader.
  await fetch(`${server.url}/t/first`);
});
afterAll(() => server.stop());

const tokenOf = (shipment: { tracking_url: string }) => shipment.tracking_url.split("/").at(-1) ?? "";

async function publicTracking(token: string) {
  return (await server.client().get(`/api/v1/track/${token}`)).body;
}

async function pageOf(token: string, from = server) {
  const response = await fetch(`${from.url}/t/${token}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

test("the page says everything without a script, keeps itself fresh, and may load from here only", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const token = tokenOf(shipment);
  await advance(account.sandbox, shipment.id, "en_route_to_delivery");
  const { status, headers, html } = await pageOf(token);
  expect(status).toBe(200);
  for (const words of [
    "Your parcel is on its way",
    "The driver is on the way to you.",
    "For Alex in Berlin",
    shipment.tracking_number,
    '<noscript><meta http-equiv="refresh"',
  ]) {
    expect(html).toContain(words);
  }
  for (const secret of ["Example", "Oranienstr", shipment.id]) expect(html).not.toContain(secret);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:/);

  await advance(account.sandbox, shipment.id, "delivered");
  const after = (await pageOf(token)).html;
  expect(after).toContain("Your parcel was delivered");
  // The shipment has no phone number whose digits would show it.
  expect(after).toContain('<section id="proof" hidden></section>');
  expect(after).not.toContain("refresh");
  expect(after).not.toContain('id="map"');

  expect((await account.sandbox.post(`/api/v1/platform/shipments/${shipment.id}/redaction`)).status).toBe(
    200,
  );
  const { html: erased } = await pageOf(token);
  expect(erased).toContain("Your parcel was delivered");
  expect(erased).toContain("This delivery has ended, and its details were erased.");
  for (const gone of ["For Alex", "redacted", "<img", "History"]) expect(erased).not.toContain(gone);
  expect((await publicTracking(token)).redacted_at).toBeString();
});

test("the page speaks to who waits for the parcel, not to the trade", async () => {
  const created = await createShipment(account.sandbox);
  expect((await pageOf(tokenOf(created))).html).toContain("<h1>Test is preparing your delivery</h1>");

  const { shipment } = await createAssigned(account.sandbox);
  const current = async () => /aria-current="step">(\w+)</.exec((await pageOf(tokenOf(shipment))).html)?.[1];
  expect((await publicTracking(tokenOf(shipment))).substatus).toBe("awaiting_carrier");
  expect(await current()).toBe("Announced");
  await advance(account.sandbox, shipment.id, "confirmed");
  expect(await current()).toBe("Confirmed");
  await advance(account.sandbox, shipment.id, "delivered");
  const { html } = await pageOf(tokenOf(shipment));
  const at = (await publicTracking(tokenOf(shipment))).entries.at(-1).occurred_at;
  expect(html).toContain(`<h1>Your parcel was delivered, <time datetime="${at}">`);
  expect(html).toContain('<div aria-live="polite"><section id="summary"');
  for (const words of ["offer", "was chosen", "The goods were picked", "The shipment"])
    expect(html).not.toContain(words);
  expect(html.match(/The delivery was announced\./g)).toHaveLength(1);
  expect(html).not.toContain("Contact ");
});

test("the page knows the time zone of the address where the country has one", async () => {
  const { shipment } = await createAssigned(account.sandbox);
  const { html } = await pageOf(tokenOf(shipment));
  expect(html).toMatch(
    /data-zone="Europe\/Berlin" hidden>Times are those at the delivery address \(Central European (Standard|Summer) Time\)\./,
  );
  const place = { line1: "1 Main St", city: "Chicago", country: "US" };
  const far = await createShipment(account.sandbox, {
    delivery: { contact: { name: "Alex" }, address: place },
  });
  // In a country with several the page asks the town, and the address itself stays unknown.
  expect((await pageOf(tokenOf(far))).html).toContain('data-zone="America/Chicago"');
  // Without a script, the history too is in the time of the town.
  expect((await pageOf(tokenOf(far))).html).toMatch(/<li><time [^>]+>[^<]+ (?:CST|CDT)<\/time>/);
  expect((await publicTracking(tokenOf(far))).time_zone).toBeNull();
  const nowhere = await createShipment(account.sandbox, {
    delivery: { contact: { name: "Alex" }, address: { ...place, city: "Nowhere at all" } },
  });
  expect((await pageOf(tokenOf(nowhere))).html).not.toContain("time-zone");
});

test("the promised window stands on the page and in the public tracking, in the time zone of the address", async () => {
  const day = new Date(server.deps.clock.now() + 86_400_000).toISOString().slice(0, "2026-01-31".length);
  const window = { start: `${day}T08:00:00.000Z`, end: `${day}T16:00:00.000Z` };
  const { shipment } = await createAssigned(account.sandbox, {
    delivery: { contact: { name: "Alex", language: "de" }, address: kreuzberg, window },
  });
  const token = tokenOf(shipment);
  expect((await publicTracking(token)).window).toEqual(window);
  for (const step of ["confirmed", "picked_up"]) {
    await advance(account.sandbox, shipment.id, step);
    const { html } = await pageOf(token);
    const [, expected = ""] = /<p class="eta">(.*?)<\/p>/.exec(html) ?? [];
    expect([step, expected]).toEqual([
      step,
      expect.stringMatching(
        new RegExp(
          `^Voraussichtlich <span class="window"><time datetime="${window.start}">\\w\\w\\., \\d+\\. \\S+, (?:9|10):00</time> – ` +
            `<time datetime="${window.end}">(?:17|18):00 MES?Z</time></span>$`,
        ),
      ),
    ]);
    expect(html).not.toContain("Später als zugesagt");
  }
  const { shipment: without } = await createAssigned(account.sandbox);
  expect((await publicTracking(tokenOf(without))).window).toBeNull();
  expect((await pageOf(tokenOf(without))).html).not.toMatch(/Promised|Later than/);
});

test("the page is in the recipient's language: the one that the sender gave, or else the browser's", async () => {
  const inLanguages = async (token: string, languages: string) => {
    const response = await fetch(`${server.url}/t/${token}`, { headers: { "accept-language": languages } });
    expect(response.headers.get("vary")).toContain("Accept-Language");
    return response.text();
  };
  const plain = tokenOf((await createAssigned(account.sandbox)).shipment);
  expect(await inLanguages(plain, "zz, de-AT;q=0.5, fr;q=0.2")).toContain('<html lang="de" dir="ltr">');
  expect(await inLanguages(plain, "ar-EG")).toContain('<html lang="ar" dir="rtl">');
  expect(await inLanguages("unknown", "ja")).toContain("配送が見つかりません");

  const { shipment } = await createAssigned(account.sandbox, {
    delivery: { contact: { name: "Alex <b>", language: "pt-BR" }, address: berlinMitte },
  });
  expect(shipment.delivery.contact.language).toBe("pt-BR");
  await advance(account.sandbox, shipment.id, "en_route_to_delivery");
  const html = await inLanguages(tokenOf(shipment), "en");
  expect(html).toContain("<h1>A sua encomenda está a caminho</h1>");
  expect(html).toContain("O estafeta vai a caminho da sua morada.");
  expect(html).toMatch(/Previsto: <span class="window"><time datetime="[^"]+">[^<]+<\/time> – <time/);
  expect(html).not.toMatch(/driver|parcel|carrier|delivery was/);
});

test.each([
  [
    "recipient_unavailable",
    "returned",
    "Nobody was there to receive it.",
    "Contact Kranich &amp; Co about this delivery.",
  ],
  ["lost", "failed", "Lost in transit.", "Contact Test about this delivery."],
])("after %s the page says why, and whom to ask", async (outcome, status, reason, words) => {
  const company = status === "returned" ? "Kranich & Co" : null;
  const { shipment } = await createAssigned(account.sandbox, {
    simulation: { speed: "manual", outcome },
    pickup: { contact: { name: "Sam Example", company }, address: berlinMitte },
  });
  for (let acts = 0; acts < 30; acts += 1) {
    if ((await publicTracking(tokenOf(shipment))).status === status) break;
    await advance(account.sandbox, shipment.id);
  }
  const { html } = await pageOf(tokenOf(shipment));
  expect(html).toContain(`<p>${reason}</p><p>${words}</p>`);
  expect((await publicTracking(tokenOf(shipment))).failure_reason).toBe(outcome);
  expect(html).not.toContain("Sam Example");
  expect(html.includes("<span>Your parcel was returned to the sender.</span>")).toBe(status === "returned");
});

test("street tiles are let in where the settings name their server, and from nowhere else", async () => {
  const mapTilesUrl = 'https://tiles.example.com/{z}/{x}/{y}.png?a="b"';
  const streets = await startServer({ config: { mapTilesUrl, mapAttribution: "© <Map> makers" } });
  try {
    const own = await streets.account();
    const { tracking_url } = await createShipment(own.sandbox);
    const { headers, html } = await pageOf(tokenOf({ tracking_url }), streets);
    const dashboard = await fetch(`${streets.url}/dashboard/sandbox`, {
      headers: { cookie: "waybill_session=of-somebody" },
    });
    for (const [policy, text] of [
      [headers.get("content-security-policy"), html],
      [dashboard.headers.get("content-security-policy"), await dashboard.text()],
    ]) {
      expect(policy).toContain("img-src 'self' data: https://tiles.example.com;");
      expect(policy?.match(/https?:/g)).toHaveLength(1);
      expect(text).toContain('content="https://tiles.example.com/{z}/{x}/{y}.png?a=&quot;b&quot;"');
      expect(text).toContain('data-attribution="© &lt;Map&gt; makers"');
    }
  } finally {
    await streets.stop();
  }
});
