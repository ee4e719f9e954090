import { test } from "bun:test";
import { pageLanguages } from "../../src/delivery/model/model.ts";
import { createAssigned } from "../support/fixtures.ts";
import { expect, startDashboard } from "./dashboard.ts";

/** The recipient's page on the phones that people have. */

const { server, openWindow } = await startDashboard();

const widths = [320, 360, 390];

test("the steps of a delivery stand whole on narrow phones, in every language", async () => {
  const account = await server.account();
  const { shipment } = await createAssigned(account.sandbox);
  const page = await openWindow();
  for (const language of pageLanguages) {
    await page.setExtraHTTPHeaders({ "accept-language": language });
    await page.goto(shipment.tracking_url);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator(".stages li")).toHaveCount(4);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // In one step: the page draws its steps again whenever the delivery goes on.
      const cut = await page.evaluate(() => {
        const steps = [...document.querySelectorAll(".stages li")];
        const { left, right } = steps[0]?.closest(".card")?.getBoundingClientRect() ?? { left: 0, right: 0 };
        const isWhole = (text: Node) =>
          [...(text.textContent ?? "").matchAll(/\S+/g)].every(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const [place, ...rest] = range.getClientRects();
            return rest.length === 0 && place && place.left >= left && place.right <= right;
          });
        return steps.filter(
          (step) => step.scrollWidth > step.clientWidth || ![...step.childNodes].every(isWhole),
        ).length;
      });
      expect(`${language} at ${width}: ${cut} cut`).toBe(`${language} at ${width}: 0 cut`);
    }
  }
});
