import { test } from "bun:test";
import { addFleet } from "../support/carrier-rows.ts";
import { createOperator } from "../support/operator.ts";
import { expect, startDashboard, type WatchedPage, whileSaving } from "./dashboard.ts";

/** Somebody adds a driver, connects a phone and ends it again. */

const { server, enter, openWindow } = await startDashboard({});
const urlOf = (path: string) => `${server.url}/dashboard/live${path}`;

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

/** Fills the short form, and stands on the driver's page. */
async function addDriver(page: WatchedPage, name: string): Promise<void> {
  await page.getByRole("link", { name: "Add driver" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Add driver" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** The phone opens the link, taps, and goes on duty. */
async function connect(link: string): Promise<WatchedPage> {
  const [, code] = link.split("#");
  const phone = await openWindow();
  const headers = { "sec-fetch-site": "same-origin" };
  const data = { code, device_name: "Kim's phone" };
  expect((await phone.request.post(`${server.url}/api/v1/driver/link`, { data, headers })).status()).toBe(
    201,
  );
  return phone;
}

const setDuty = async (phone: WatchedPage, on_duty: boolean) =>
  (
    await phone.request.put(`${server.url}/api/v1/driver/me/duty`, {
      data: { on_duty },
      headers: { "sec-fetch-site": "same-origin" },
    })
  ).status();

test("a driver is added with a short form, connects a phone by its link, and the phone is ended", async () => {
  const page = await enter();
  await page.goto(urlOf("/drivers"));
  await expect(page.getByText("No fleet yet")).toBeVisible();
  await addFleet(server, "live", await accountOf(page));
  await page.reload();
  await addDriver(page, "Kim Berger");

  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link for Kim Berger" })).toBeVisible();
  const link = (await page.getByLabel("Link", { exact: true }).textContent()) ?? "";
  expect(link).toMatch(new RegExp(`^${server.url}/d#[\\w-]{43}$`));
  await expect(page.getByText(`The phone opens ${server.url}.`)).toBeVisible();
  await expect(page.getByRole("note")).toContainText("no phone can");
  const phone = await connect(link);
  expect(await setDuty(phone, true)).toBe(200);
  await page.reload();
  await expect(page.getByText(link)).toBeHidden();
  await expect(page.getByText("Kim's phone")).toBeVisible();
  await expect(page.getByText("On duty", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "End Kim's phone" }).click();
  await page.getByRole("button", { name: "End device" }).click();
  await expect(page.getByText("No phone is connected")).toBeVisible();
  expect(await setDuty(phone, false)).toBe(401);

  await page.getByRole("link", { name: "Tokens" }).click();
  await page.getByRole("button", { name: "Create a token" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Traccar");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText(/^wbp_live_\w{36}$/)).toBeVisible();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByRole("region", { name: "Tokens" }).getByText("Traccar")).toBeVisible();
  const times = page.getByRole("combobox", { name: "Times of positions of Traccar" });
  await expect(times).toHaveValue("Of the app");
  await times.click();
  await whileSaving(
    page,
    "**/tokens/*",
    () => page.getByRole("option", { name: "Of arrival" }).click(),
    () => expect(times).toHaveValue("Of arrival"),
  );
  await expect(page.getByText("Traccar changed.")).toBeVisible();
  await page.reload();
  await expect(times).toHaveValue("Of arrival");
  await page.getByRole("button", { name: "Create a token" }).first().click();
  await page.getByRole("combobox", { name: "Times of positions", exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Use" }).click();
  await page.getByRole("option", { name: "Everything that the driver may do" }).click();
  await expect(page.getByRole("combobox", { name: "Times of positions", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  await page.getByRole("textbox", { name: "Phone" }).fill("030 1234");
  await page.getByRole("button", { name: "Save driver" }).click();
  await expect(page.getByText("Must include the country code")).toBeVisible();
  await page.getByRole("textbox", { name: "Phone" }).fill("+4930123456");
  await page.getByRole("textbox", { name: "Jobs" }).fill("3");
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "German" }).click();
  await page.getByRole("button", { name: "Save driver" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByRole("button", { name: "Take off duty" }).click();
  await expect(page.getByText("Off duty", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Drivers" }).click();
  await expect(page.getByRole("region", { name: "Drivers" }).getByText("0 of 3")).toBeVisible();

  await page.getByRole("link", { name: "Kim Berger" }).click();
  await expect(page.getByRole("heading", { name: "Kim Berger" })).toBeVisible();
  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("textbox", { name: "Type" }).fill("Kim Berger");
  await page.getByRole("button", { name: "Delete driver" }).click();
  await expect(page.getByText("No drivers yet")).toBeVisible();
});

test("the operator adds a driver of the installation's fleet on pages of the same kind", async () => {
  const operator = await createOperator(server);
  const page = await openWindow();
  const [name = "", value = ""] = operator.cookie.split("=");
  await page.context().addCookies([{ name, value, url: server.url }]);
  await addFleet(server, "live", null);
  await page.goto(urlOf("/operator/drivers"));
  await addDriver(page, "Robin Meyer");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link for Robin Meyer" })).toBeVisible();
  await page.getByRole("link", { name: "Tokens" }).click();
  await expect(page.getByText("No tokens yet")).toBeVisible();
});
