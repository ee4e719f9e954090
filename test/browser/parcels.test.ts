import { afterAll, beforeAll, test } from "bun:test";
import { askSoon } from "../../src/delivery/connections/polling/service.ts";
import { findAssignment } from "../../src/delivery/lifecycle/assignments/transitions.ts";
import { write } from "../../src/infra/deps.ts";
import { wakeJobs } from "../support/clock.ts";
import { platform } from "../support/fixtures.ts";
import { addOpenFleet } from "../support/fleets.ts";
import { eventually } from "../support/harness.ts";
import { type PlayedEasypost, playEasypost } from "../support/played-easypost.ts";
import { createShipment, expect, startDashboard, type WatchedPage } from "./dashboard.ts";

/** A shop connects a parcel carrier, and a parcel travels: from the quotes beside a fleet's to the return. */

const { server, enter } = await startDashboard();
let easypost: PlayedEasypost;
beforeAll(async () => {
  easypost = await playEasypost();
});
afterAll(() => easypost.stop());
const urlOf = (path: string) => `${server.url}/dashboard/live${path}`;
const headers = { "sec-fetch-site": "same-origin", "x-environment": "live" };

/** What a webhook that proves nothing does: Waybill asks what is true. */
async function ask(page: WatchedPage, shipmentId: string): Promise<void> {
  const { assignment } = await read(page, `/shipments/${shipmentId}`);
  await write(server.deps, "live", (writing) => {
    const row = findAssignment(writing, assignment.id);
    if (row) askSoon(writing, row);
  });
  await wakeJobs(server.deps);
}

async function read(page: WatchedPage, path: string) {
  const answer = await page.request.get(`${server.url}${platform}${path}`, { headers });
  return answer.json();
}

test("a shop connects EasyPost, buys a label beside its fleet, follows the parcel and sends it back", async () => {
  const page = await enter();
  const { id: accountId } = await read(page, "/account");
  await addOpenFleet(server, accountId, {}, "live");

  await page.goto(urlOf("/carriers"));
  await page.getByRole("link", { name: "Add carrier" }).first().click();
  await page.getByRole("combobox", { name: "Kind of carrier" }).click();
  await page.getByRole("option", { name: "EasyPost" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Parcel Post");
  await page.getByRole("textbox", { name: "Code" }).fill("parcel_post");
  await page.getByRole("textbox", { name: "API address" }).fill(easypost.url());
  await page.getByRole("textbox", { name: "API key" }).fill(easypost.testKey);
  await page.getByRole("button", { name: "Add carrier" }).click();
  await expect(page.getByText("must be a production key")).toBeVisible();
  await page.getByRole("textbox", { name: "API key" }).fill(easypost.liveKey);
  await page.getByRole("button", { name: "Add carrier" }).click();
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByRole("img", { name: "Passed" })).toHaveCount(4);
  // EasyPost has no webhook for this carrier, and needs none.
  await expect(page.getByRole("img", { name: "Not set up" })).toHaveCount(1);

  const { id, tracking_url } = await createShipment(page, server, {}, "live");
  await page.goto(urlOf(`/shipments/${id}`));
  const offer = page.getByRole("article", { name: "Parcel Post, USPS Ground Advantage" });
  await expect(offer).toContainText(/Delivery \w{3}, /);
  await expect(page.getByRole("article")).toHaveCount(4);
  await offer.getByRole("button", { name: "Accept quote" }).click();
  const bought = await eventually("the purchase", () =>
    [...easypost.shipments.values()].find(({ tracking_code }) => tracking_code !== null),
  );
  const number = bought.tracking_code ?? "";
  await expect(page.getByText(number, { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Track it with Parcel Post" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );

  const label = await eventually("the label", async () => {
    const href = await page.getByRole("button", { name: "Label" }).getAttribute("href");
    const answer = await page.request.get(`${server.url}${href}`);
    return answer.ok() ? answer.text() : undefined;
  });
  expect(label).toContain("% a label");

  const told = (status: string, detail: string, message: string) => ({
    datetime: new Date().toISOString(),
    status,
    status_detail: detail,
    message,
    tracking_location: { city: "HOUSTON", state: "TX", zip: "77063", country: null },
  });
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const estimate = { est_delivery_date: `${day}T00:00:00Z` };
  const tell = async (...details: ReturnType<typeof told>[]) => {
    easypost.track(bought.id, details, estimate);
    await ask(page, id);
  };
  await tell(told("in_transit", "held", "Held by customs"));
  await expect(page.getByText("Customs hold").first()).toBeVisible();
  await tell(
    told("out_for_delivery", "out_for_delivery", "Out for delivery"),
    told("failure", "delivery_exception", "Nobody was there"),
  );
  await expect(page.getByText("Recipient unavailable").first()).toBeVisible();

  const phone = await page.context().newPage();
  await phone.goto(tracking_url);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText(
    "Your parcel could not be handed over yet",
  );
  await expect(phone.getByRole("link", { name: "Track it with Parcel Post" })).toBeVisible();
  // Nobody would hear of them.
  await expect(phone.getByText("Instructions for the driver")).toBeHidden();
  const asked = await phone.request.put(`${tracking_url.replace("/t/", "/api/v1/track/")}/instructions`, {
    data: { text: "The bell is broken." },
  });
  expect([asked.status(), (await asked.json()).code]).toEqual([409, "shipment_not_editable"]);
  await phone.close();

  await tell(told("delivered", "arrived_at_destination", "Delivered"));
  await expect(page.getByText("Delivered").first()).toBeVisible();

  await page.getByRole("button", { name: "Return…" }).click();
  await page.getByRole("textbox", { name: "Reference" }).fill("RMA-1");
  await page.getByRole("button", { name: "Create return" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "RMA-1" })).toBeVisible();
  const wayBack = page.getByRole("article", { name: "Parcel Post, USPS Ground Advantage" });
  await wayBack.getByRole("button", { name: "Accept quote" }).click();
  const labelOfReturn = page.getByRole("button", { name: "Label" });
  await expect(labelOfReturn).toBeVisible();
  await expect(labelOfReturn).not.toHaveAttribute("aria-disabled");
  await page.getByRole("link", { name: `shp_…${id.slice(-6)}` }).click();
  await expect(page).toHaveURL(urlOf(`/shipments/${id}`));
  await page.getByRole("button", { name: "Return…" }).click();
  await page.getByRole("button", { name: "Create return" }).click();
  await expect(page.getByText("Its last return has not ended.")).toBeVisible();
});
