import { test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Locator } from "playwright-core";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { startExampleCarrier } from "../support/example-carrier.ts";
import { platform } from "../support/fixtures.ts";
import { photograph } from "./appearance.ts";
import { createShipment, expect, faultsOf, startDashboard, type WatchedPage } from "./dashboard.ts";

/** Somebody sets up the carriers that deliver for them, and a live shipment travels. */

const { server, enter } = await startDashboard();
const urlOf = (path: string) => `${server.url}/dashboard/live${path}`;

/** Where the card that the form begins with delivers: addresses as people type them. */
const inBerlin = {
  pickup: {
    ...shortShipment.pickup,
    address: { line1: "Torstr. 1", postal_code: "10119", city: "Berlin", country: "DE" },
  },
  delivery: {
    ...shortShipment.delivery,
    address: { line1: "Am Kanal 7", postal_code: "10179", city: "Berlin", country: "DE" },
    requirements: { pin: false, signature: false, photo: true },
  },
};

/** The first pixel of a picture. */
const picture = {
  name: "door.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function addCarrier(page: WatchedPage, kind: string, name: string): Promise<void> {
  await page.goto(urlOf("/carriers"));
  await page.getByRole("link", { name: "Add carrier" }).first().click();
  await page.getByRole("combobox", { name: "Kind of carrier" }).click();
  await page.getByRole("option", { name: kind }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Code" }).fill(name.toLowerCase().replaceAll(" ", "_"));
}

test("a live account sets up a fleet with a rate card and moves its delivery by hand to the proof", async () => {
  const page = await enter();
  await addCarrier(page, "Own fleet", "City Riders");
  await expect(page.getByRole("checkbox", { name: "Riders may call recipients" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Only our own orders" })).toHaveCount(0);
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.getByRole("button", { name: "Fill with example" }).click();
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  // Nobody asks an own fleet over a network, so there is no health to show.
  await expect(page.getByRole("link", { name: "Rate card", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Health", exact: true })).toHaveCount(0);

  const { id, tracking_number } = await createShipment(page, server, inBerlin, "live");
  await page.getByText("A shipment", { exact: true }).click();
  await page.getByRole("textbox", { name: "Shipment ID" }).fill(id);
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("table", { name: "Price of Express" })).toBeVisible();

  await page.goto(urlOf(`/shipments/${id}`));
  await page.getByRole("button", { name: "Accept quote from City Riders" }).click();
  const moves = page.getByRole("region", { name: "Your fleet" });
  for (const name of ["En route to pickup", "Picked up", "At delivery"]) {
    const step = moves.getByRole("button", { name });
    await step.click();
    // A step that is behind is offered no more.
    await expect(step).toHaveCount(0);
  }
  await moves.getByRole("button", { name: "Could not deliver…" }).click();
  await page.locator("input[type=file]").setInputFiles([picture, { ...picture, name: "bell.png" }]);
  await page.getByRole("button", { name: "Report", exact: true }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("img", { name: "Photo 2: returning" })).toBeVisible();
  // The recipient opened after all.
  await moves.getByRole("button", { name: "Delivered…" }).click();
  await page.getByRole("button", { name: "Report delivery" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("photo");
  await page.locator("input[type=file]").last().setInputFiles(picture);
  await page.getByRole("button", { name: "Report delivery" }).click();
  await expect(page.getByRole("img", { name: "Photo of the delivery" })).toBeVisible();
  await expect(moves).toBeHidden();

  await page.getByRole("link", { name: "Charges" }).click();
  await expect(
    page.getByRole("region", { name: "Charges" }).getByText("City Riders, your own fleet"),
  ).toBeVisible();
  await page.getByRole("link", { name: "Shipments" }).click();
  await expect(page.getByText(tracking_number)).toBeVisible();
});

test("a card of an earlier version names the prefixes that hold less now, until it is saved", async () => {
  const page = await enter();
  await addCarrier(page, "Own fleet", "London Riders");
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.getByRole("button", { name: "Fill with example" }).click();
  await page.getByText("JSON", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "Rate card as JSON" });
  const card = JSON.parse(await text.inputValue());
  card.zones[0] = { code: "center", countries: ["GB"], postal_prefixes: ["M1 1", "EC1"] };
  await text.fill(JSON.stringify(card, null, 2));
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  const notice = page.getByText("M1 1 in zone center holds less than before");
  await expect(notice).toBeHidden();
  server.deps.stores.platform("live").db.run(sql`UPDATE rate_cards SET rules = 1`);
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByText("EC1 in zone center")).toBeHidden();
  await page.getByRole("button", { name: "Save rate card" }).click();
  await expect(page.getByText("Saved as version 2.")).toBeVisible();
  await expect(notice).toBeHidden();
  await page.getByText("JSON", { exact: true }).click();
  await expect(text).toHaveValue(/"M1 1"/);
});

test("a delivery that was reported wrongly is corrected, with what follows said before, and charged for later", async () => {
  const page = await enter();
  await addCarrier(page, "Own fleet", "Slow Riders");
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.getByRole("button", { name: "Fill with example" }).click();
  await page.getByRole("button", { name: "Add rate card" }).click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  const { id } = await createShipment(page, server, inBerlin, "live");
  await page.goto(urlOf(`/shipments/${id}`));
  await page.getByRole("button", { name: "Accept quote from Slow Riders" }).click();
  const moves = page.getByRole("region", { name: "Your fleet" });
  await moves.getByRole("button", { name: "Picked up" }).click();
  await expect(moves.getByRole("button", { name: "Delivered…" })).toBeVisible();
  await moves.getByRole("button", { name: "Could not deliver…" }).click();
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await page.getByText("The parcels are on their way back.").waitFor();

  const right = page.getByRole("region", { name: "Put right" });
  await right.getByRole("button", { name: "Correct…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("list", { name: "What follows" }).getByRole("listitem")).toHaveCount(4);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The neighbor took it.");
  await dialog.getByRole("textbox", { name: "Received by" }).fill("Neighbor Meyer");
  await photograph(page, "correct");
  await dialog.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(page.getByText("The parcels were delivered.")).toBeVisible();
  await expect(page.getByText("Corrected from returning to delivered: The neighbor took it.")).toBeVisible();
  await expect(page.getByText("There is no proof that you required: photo.")).toBeVisible();
  await expect(page.getByText("Neighbor Meyer")).toBeVisible();

  await right.getByRole("button", { name: "Add a charge…" }).click();
  await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill("0");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The driver waited.");
  await dialog.getByRole("button", { name: "Add charge" }).click();
  await expect(dialog.getByText("Must be an amount, such as 4.50.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill("2.50");
  await photograph(page, "add-charge");
  await dialog.getByRole("button", { name: "Add charge" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Charges" }).click();
  await expect(page.getByRole("region", { name: "Charges" }).getByText("The driver waited.")).toBeVisible();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a rate card takes prices, weights, sizes and hours as people write them", async () => {
  const page = await enter();
  await addCarrier(page, "Own fleet", "Hour Riders");
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.getByText("Form", { exact: true }).click();
  await page.getByRole("button", { name: "Fill with example" }).click();
  const service = page.getByRole("group", { name: "Service 1", exact: true });
  const box = (name: string) => service.getByRole("textbox", { name, exact: true });
  await expect(box("Base price")).toHaveValue("4.50");
  await box("Base price").fill("5");
  await box("Per parcel").focus();
  await expect(box("Base price")).toHaveValue("5.00");

  await service.getByText("Limits", { exact: true }).click();
  await box("Weight (kg)").fill("12.5");
  await box("Longest side (cm)").fill("90.55");
  await box("Distance (km)").fill("15");
  await service.getByText("Opening hours", { exact: true }).click();
  const always = service.getByRole("checkbox", { name: "Always open" });
  if (await always.isChecked()) await always.uncheck();
  const monday = service.getByRole("group", { name: "Monday" });
  for (const remove of await monday.getByRole("button", { name: /^Remove/ }).all()) await remove.click();
  await expect(monday.getByText("Closed")).toBeVisible();
  await monday.getByRole("button", { name: "Add hours on Monday" }).click();
  await monday.getByRole("textbox", { name: "Monday from" }).fill("8.30");
  await monday.getByRole("textbox", { name: "Monday until" }).fill("7pm");
  await page.keyboard.press("Tab");
  await expect(monday.getByRole("textbox", { name: "Monday until" })).toHaveValue("19:00");
  await service.getByRole("button", { name: "Same on all days as on Monday" }).click();
  const sunday = service.getByRole("group", { name: "Sunday" });
  await sunday.getByRole("button", { name: "Remove opening 1 of Sunday" }).click();
  const add = page.getByRole("button", { name: "Add rate card" });
  await add.click();
  await expect(service.getByText("Must have at most 1 decimal.")).toBeVisible();
  await box("Longest side (cm)").fill("90.5");
  await photograph(page, "rate-card-hours");
  await add.click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();

  const id = /car_\w+/.exec(page.url())?.[0];
  const headers = { "x-environment": "live" };
  const stored = await page.request.get(`${server.url}${platform}/carriers/${id}/rate-card`, { headers });
  const { services } = await stored.json();
  expect(services[0].price.base).toBe(500);
  expect(services[0].limits).toMatchObject({ weight_grams: 12_500, length_mm: 905, distance_meters: 15_000 });
  const opening = ["08:30-19:00"];
  const days = ["mon", "tue", "wed", "thu", "fri", "sat"];
  expect(services[0].hours).toEqual(Object.fromEntries(days.map((day) => [day, opening])));
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a rate card is filled in as a form: each fault is shown at its field, and the JSON says the same", async () => {
  const page = await enter();
  await addCarrier(page, "Own fleet", "Form Riders");
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.getByRole("link", { name: "Rate card" }).click();
  await page.getByText("Form", { exact: true }).click();
  const choose = async (field: Locator, name: string) => {
    await field.click();
    await page.getByRole("option", { name, exact: true }).click();
  };
  const service = page.getByRole("group", { name: "Service 1", exact: true });
  await choose(page.getByRole("combobox", { name: "Currency" }), "EUR");
  await expect(service.getByText("EUR", { exact: true }).first()).toBeVisible();
  await choose(page.getByRole("combobox", { name: "Time zone" }), "Europe/Berlin");
  const zone = page.getByRole("group", { name: "Zone 1", exact: true });
  await zone.getByRole("textbox", { name: "Code", exact: true }).fill("middle");
  await choose(zone.getByRole("combobox", { name: "Countries" }), "Germany");
  await zone.getByRole("textbox", { name: "Postal codes begin with" }).fill("101, 102\n-");
  await service.getByRole("textbox", { name: "Name", exact: true }).fill("Express");
  await service.getByRole("textbox", { name: "Code", exact: true }).fill("express");
  await choose(service.getByRole("combobox", { name: "Pickup in" }), "middle");
  await choose(service.getByRole("combobox", { name: "Delivery in" }), "middle");
  await zone.getByRole("textbox", { name: "Code", exact: true }).fill("center");
  await expect(service.getByText("center")).toHaveCount(2);
  await service.getByRole("textbox", { name: "Base price", exact: true }).fill("4.505");
  await service.getByRole("textbox", { name: "Per km" }).fill("half a euro");
  const add = page.getByRole("button", { name: "Add rate card" });
  await add.click();
  await expect(page.getByText("Must be an amount, such as 4.50.")).toBeVisible();
  await expect(zone.getByText("Must contain a letter or a digit.")).toBeVisible();
  await expect(page.getByText("Can be read in two ways: write 4505.00, or two decimals.")).toBeVisible();
  await service.getByRole("textbox", { name: "Base price", exact: true }).fill("4.50");
  await service.getByRole("textbox", { name: "Per km" }).fill("");

  await service.getByText("Surcharges").click();
  await service.getByRole("button", { name: "Add surcharge" }).press("Enter");
  const surcharge = service.getByRole("group", { name: "Surcharge 1" });
  await expect(surcharge.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Evening");
  await page.keyboard.press("Tab");
  await page.keyboard.type("evening");
  await surcharge.getByRole("textbox", { name: "From" }).fill("18:00");
  await page.getByRole("button", { name: "Express" }).click();
  await expect(service).toBeHidden();
  await add.click();
  // The service opens for its faults.
  await expect(service.getByText("Is required, unless percent is given.")).toBeVisible();
  await expect(surcharge.getByText("Is required: send from and to together.")).toBeVisible();
  await expect(service.getByText("Is required, unless transit_minutes is given.")).toBeVisible();
  await expect(zone.getByText("Must contain a letter or a digit.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Check the 4 fields" })).toBeVisible();

  await zone.getByRole("textbox", { name: "Postal codes begin with" }).fill("101 102");
  await surcharge.getByRole("textbox", { name: "Or percent" }).fill("12.5");
  await surcharge.getByRole("textbox", { name: "Until" }).fill("22:00");
  await service.getByRole("textbox", { name: "Or always" }).fill("60");
  await service.getByText("Cancellations, returns, failures").click();
  await service.getByRole("button", { name: "Add step" }).click();
  await service.getByRole("button", { name: "Remove step 1" }).click();
  await expect(service.getByRole("button", { name: "Add step" })).toBeFocused();
  await page.getByText("JSON", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "Rate card as JSON" });
  const card = {
    currency: "EUR",
    time_zone: "Europe/Berlin",
    zones: [{ code: "center", countries: ["DE"], postal_prefixes: ["101", "102"] }],
    services: [
      {
        code: "express",
        name: "Express",
        pickup_zones: ["center"],
        delivery_zones: ["center"],
        transit_minutes: 60,
        price: { base: 450 },
        surcharges: [
          { code: "evening", name: "Evening", percent: 12.5, when: { from: "18:00", to: "22:00" } },
        ],
        cancellation: [],
      },
    ],
  };
  expect(JSON.parse(await text.inputValue())).toEqual(card);
  await page.getByText("Form", { exact: true }).click();
  await add.click();
  await expect(page.getByText("Saved as version 1.")).toBeVisible();
  const id = /car_\w+/.exec(page.url())?.[0];
  const headers = { "x-environment": "live" };
  const stored = await page.request.get(`${server.url}${platform}/carriers/${id}/rate-card`, { headers });
  expect(await stored.json()).toEqual({ version: 1, ...card });

  // What is wrong in the JSON is said there, and stays there until the form can show it.
  const save = page.getByRole("button", { name: "Save rate card" });
  await page.getByText("JSON", { exact: true }).click();
  const written = await text.inputValue();
  await text.fill(written.replace('"center"\n', '"nowhere"\n'));
  await save.click();
  await expect(page.locator("form").getByRole("alert")).toContainText("#/services/0/pickup_zones/0");
  await text.fill("{");
  await save.click();
  await expect(page.getByText("This is not JSON")).toBeVisible();
  await page.getByText("Form", { exact: true }).click();
  await expect(page.getByText("This is not JSON")).toBeVisible();
  await text.fill('{"zones": 5}');
  await page.getByText("Form", { exact: true }).click();
  await expect(page.getByText("The form cannot show this")).toBeVisible();
  expect(
    await (await page.request.get(`${server.url}${platform}/carriers/${id}/rate-card`, { headers })).json(),
  ).toEqual({ version: 1, ...card });
});

test("a live account connects a carrier's server, checks it, pauses it and deletes it", async () => {
  const example = await startExampleCarrier();
  const page = await enter();
  try {
    await addCarrier(page, "Own server", "Fast Post");
    await page.getByRole("textbox", { name: "Base URL" }).fill(example.baseUrl());
    await page.getByRole("textbox", { name: "Signing secret" }).fill(example.secret);
    await page.getByRole("button", { name: "Add carrier" }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByRole("img", { name: "Passed" }).first()).toBeVisible();

    await page.getByRole("link", { name: "Tokens" }).click();
    await page.getByRole("button", { name: "Create a token" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Dispatch server");
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByText(/wbc_live_\w{30,}/).first()).toBeVisible();
    await page.getByRole("button", { name: "I have copied it" }).click();

    await page.getByRole("link", { name: "Settings", exact: true }).last().click();
    await expect(page.getByRole("textbox", { name: "Base URL" })).toHaveValue(example.baseUrl());
    expect(await page.content()).not.toContain(example.secret);
    const read = Promise.withResolvers<void>();
    await page.route(/\/platform\/carriers\/car_\w+$/, async (route) => {
      if (route.request().method() === "GET") await read.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "New signing secret" }).click();
    await expect(page.getByText(/^whsec_\S{40,}$/)).toBeVisible();
    await page.getByRole("button", { name: "I have copied it" }).click();
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("Faster Post");
    // Before it is read again, the page knows the carrier as it was.
    const pause = page.getByRole("button", { name: "Pause" });
    await expect(pause).toBeDisabled();
    read.resolve();
    await pause.click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await expect(name).toHaveValue("Faster Post");
    await name.fill("Fast Post");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("textbox", { name: "Type" }).fill("Fast Post");
    await page.getByRole("button", { name: "Delete carrier" }).click();
    await expect(page.getByText("No live carriers yet")).toBeVisible();
  } finally {
    await example.stop();
  }
});

test("a carrier that answers later is asked to cancel, and its refusal is shown with the reason", async () => {
  const example = await startExampleCarrier();
  const page = await enter();
  const call = async (method: "post" | "patch", path: string, data: object) => {
    const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };
    const answer = await page.request[method](`${server.url}${platform}${path}`, { data, headers });
    if (!answer.ok()) throw new Error(await answer.text());
    return answer.json();
  };
  const settingsAt = (fault: "pending" | "firm") => ({
    settings: { base_url: example.baseUrl(fault), signing_secret: example.secret },
  });
  const cancel = async () => {
    await page.getByRole("button", { name: "Cancel…" }).click();
    await page.getByRole("button", { name: "Cancel shipment" }).click();
  };
  try {
    const identity = { kind: "http", code: "fast_post", name: "Fast Post" };
    const carrier = await call("post", "/carriers", { ...identity, ...settingsAt("pending") });
    const token = await call("post", `/carriers/${carrier.id}/tokens`, { name: "server" });
    // The example carrier prices by the distance.
    const at = (stop: { address: object }, latitude: number, longitude: number) => ({
      ...stop,
      address: { ...stop.address, latitude, longitude },
      requirements: undefined,
    });
    const stops = {
      pickup: at(inBerlin.pickup, 52.5296, 13.4018),
      delivery: at(inBerlin.delivery, 52.511, 13.431),
    };
    const { id, tracking_number } = await createShipment(page, server, stops, "live");
    await page.goto(urlOf(`/shipments/${id}`));
    await page.getByRole("button", { name: "Accept quote from Fast Post" }).click();
    await cancel();
    await expect(page.getByText(`Fast Post was asked to cancel ${tracking_number}.`)).toBeVisible();
    await expect(page.getByText(`${tracking_number} cancelled.`)).toBeHidden();
    const header = page.getByRole("status").filter({ hasText: "Fast Post was asked to cancel" });
    await page.reload();
    await expect(header).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel…" })).toBeHidden();

    const carrierServer = server.client({ authorization: `Bearer ${token.secret}` });
    const [job] = (await carrierServer.get("/api/v1/carrier/assignments")).body.data;
    const askedAt = job.cancellation_requested_at;
    await expect(header.locator("time").first()).toHaveAttribute("datetime", askedAt);
    const about = { id: "refusal-1", assignment_id: job.assignment_id, at: askedAt };
    const refusal = { ...about, type: "cancellation_refused", reason_code: "other" };
    const { results } = (await carrierServer.post("/api/v1/carrier/reports", [refusal])).body;
    expect(results).toMatchObject([{ result: "applied" }]);
    await expect(page.getByText("The carrier refused the cancellation.")).toBeVisible();
    await expect(header).toBeHidden();

    await call("patch", `/carriers/${carrier.id}`, settingsAt("firm"));
    await cancel();
    const alert = page.getByRole("dialog").getByRole("alert");
    await expect(alert).toContainText("The carrier refused the cancellation");
    await expect(alert).toContainText("The driver is at the door.");
  } finally {
    await example.stop();
  }
});
