import { describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { kreuzberg, platform } from "../support/fixtures.ts";
import { expectGood } from "./appearance.ts";
import { advance, createShipment, expect, faultsOf, issueKey, signUp, startDashboard } from "./dashboard.ts";

/** A phone number or a name fills the form with whom it means, and *Save as contact* keeps them. */

const { server, openWindow } = await startDashboard();

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const known = (page: Page) => page.getByRole("group", { name: "Known people" });
const contact = {
  name: "Robin Fischer",
  phone: "+4915112345678",
  instructions: "Second yard",
  address: { ...kreuzberg, latitude: 52.4986, longitude: 13.3919 },
};

describe("the contacts", () => {
  test("are found, and erased alone or with the shipments that are shown", async () => {
    const page = await openWindow();
    await signUp(page, server);
    const api = await issueKey(page, server);
    await api.post(`${platform}/contacts`, contact);
    await api.post(`${platform}/contacts`, { name: "Sam Example" });
    const delivery = { contact: { name: contact.name, phone: contact.phone }, address: kreuzberg };
    const { id } = await createShipment(page, server, { delivery });
    await advance(page, server, id, "delivered");
    await createShipment(page, server, { delivery });
    await page.goto(`${server.url}/dashboard/sandbox/contacts`);
    await page.getByRole("row", { name: /Sam Example/ }).waitFor();
    await expectGood(page, "contacts");
    await page.getByLabel("Search", { exact: true }).fill("0151 1234");
    await expect(page.getByText("Sam Example")).toHaveCount(0);
    await page.getByRole("button", { name: "Erase Robin Fischer" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase Robin Fischer" });
    await expect(dialog.getByText("1 shipment that has not ended keeps its data.")).toBeVisible();
    await dialog.getByRole("checkbox", { name: /personal data of 1 shipment/ }).check();
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await page.getByText("Robin Fischer was erased.").waitFor();
    await page.getByText("No contact found").waitFor();
    const read = await api.get(`${platform}/shipments/${id}`);
    expect(read.body.redacted_at).not.toBeNull();
    const { data } = (await api.get(`${platform}/contacts`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Sam Example"]);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});

describe("a known recipient", () => {
  test("takes two fields and one click, and is changed or saved where they stand", async () => {
    const page = await openWindow();
    await signUp(page, server);
    const api = await issueKey(page, server);
    const { body: saved } = await api.post(`${platform}/contacts`, contact);
    expect(saved.id).toMatch(/^con_/);
    await page.goto(`${server.url}/dashboard/sandbox/shipments/new`);
    await field(page, "delivery.contact.phone").fill("0151 1234");
    await known(page).waitFor();
    await expectGood(page, "known-people");
    await known(page)
      .getByRole("button", { name: /Robin Fischer.*Contact/ })
      .click();
    await expect(known(page)).toHaveCount(0);
    const values = {
      "contact.name": "Robin Fischer",
      "contact.phone": "+4915112345678",
      "address.line1": kreuzberg.line1,
      "address.postal_code": kreuzberg.postal_code ?? "",
      "address.city": kreuzberg.city,
      "address.latitude": "52.4986",
      "address.longitude": "13.3919",
      instructions: "Second yard",
    };
    for (const [path, value] of Object.entries(values))
      await expect(field(page, `delivery.${path}`)).toHaveValue(value);
    // The other stop stays as it was.
    await expect(field(page, "pickup.contact.name")).toHaveValue("");

    await field(page, "delivery.contact.phone").fill("+4915112345699");
    await page.getByRole("button", { name: "Save changes to the contact" }).click();
    await page.getByText("Robin Fischer is saved as a contact.").waitFor();
    expect((await api.get(`${platform}/contacts/${saved.id}`)).body).toMatchObject({
      phone: "+4915112345699",
      version: 2,
      address: { latitude: 52.4986 },
    });

    // Another name is another person.
    await field(page, "delivery.contact.name").fill("Sam Fischer");
    await field(page, "delivery.address.city").fill("");
    await page.getByRole("button", { name: "Save as contact" }).click();
    await expect(field(page, "delivery.address.city")).toHaveAttribute("aria-invalid", "true");
    await field(page, "delivery.address.city").fill("Berlin");
    await page.getByRole("button", { name: "Save as contact" }).click();
    await page.getByText("Sam Fischer is saved as a contact.").waitFor();
    const { data } = (await api.get(`${platform}/contacts`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Sam Fischer", "Robin Fischer"]);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});
