import { describe, expect, test } from "bun:test";
import { pageLanguages } from "../../../../src/delivery/model/model.ts";
import { practiceNumber } from "../../../../src/delivery/model/piece-code.ts";
import { checkLabel } from "../../../../src/web/driver/label.ts";
import { lessonOf } from "../../../../src/web/driver/practice/lesson.ts";
import { doorJob, pickupJob, playDay } from "../../../../src/web/driver/practice/played-day.ts";
import { en, type Words } from "../../../../src/web/driver/practice/texts/en.ts";
import { loadPracticeTexts } from "../../../../src/web/driver/practice/texts.ts";
import { loadTexts } from "../../../../src/web/driver/texts.ts";
import type { DriverStop } from "../../../../src/web/driver/wire.ts";

/** The played day of three stops, and what is said of it. */

const start = Date.UTC(2026, 0, 30, 17);

function played() {
  const day = playDay(en, start);
  const ask = async (path: string, body?: unknown) => {
    const request = body === undefined ? {} : { body: JSON.stringify(body) };
    return day.ask(`/api/v1/driver${path}`, request);
  };
  const read = async (path: string) => (await ask(path)).json();
  const stops = async (): Promise<DriverStop[]> => ((await read("/stops")) as { data: DriverStop[] }).data;
  const report = (job: string, report: object) =>
    ask("/reports", { sent_at: "", reports: [{ id: "r", assignment_id: job, ...report }] });
  const lesson = async () => lessonOf({ stops: await stops(), entries: [] }, day);
  return { day, ask, read, stops, report, lesson };
}

const progress = (substatus: string) => ({ type: "progress", substatus });

describe("the played server", () => {
  test("takes the goods along, has no network from the cellar's door on, and knows when somebody is back", async () => {
    const { day, ask, read, report, stops, lesson } = played();
    expect((await stops()).map(({ id }) => id)).toEqual([
      `${pickupJob}.pickup`,
      `${pickupJob}.delivery`,
      `${doorJob}.delivery`,
    ]);
    // The page keeps them, and so needs a list.
    expect(await read("/stops")).toMatchObject({ order: null, notices: [] });
    // Nothing is news here: a stream is over before it begins.
    expect((await ask("/stream")).status).toBe(204);
    expect(await lesson()).toBe("scan");
    await report(pickupJob, progress("picked_up"));
    expect([await lesson(), day.hasNetwork()]).toEqual(["cellar", true]);
    const answer = await report(pickupJob, progress("at_delivery"));
    expect(await answer.json()).toEqual({ results: [{ id: "r", result: "applied", problem: null }] });
    expect(day.hasNetwork()).toBe(false);
    await expect(ask("/stops")).rejects.toThrow();
    await expect(report(pickupJob, { type: "delivered", proof: {} })).rejects.toThrow();
    day.goUp();
    expect((await stops()).map(({ id }) => id)).toEqual([`${pickupJob}.delivery`, `${doorJob}.delivery`]);
    await report(pickupJob, { type: "delivered", proof: {} });
    expect(await lesson()).toBe("absent");
    await report(doorJob, progress("at_delivery"));
    expect(await lesson()).toBe("absent");
    await report(doorJob, { type: "undeliverable", reason_code: "recipient_unavailable" });
    expect([await lesson(), await stops()]).toEqual(["over", []]);
  });

  test("lets the rider begin with the last door, and counts whatever comes of it", async () => {
    const { day, report, stops, lesson } = played();
    await report(doorJob, { type: "progress", substatus: "attempted" });
    expect([await lesson(), (await stops()).length]).toEqual(["scan", 3]);
    await report(pickupJob, progress("picked_up"));
    await report(pickupJob, progress("at_delivery"));
    day.goUp();
    await report(pickupJob, { type: "delivered", proof: {} });
    expect(await lesson()).toBe("over");
  });

  test("keeps duty and order, and takes what it does not know", async () => {
    const { ask, read, stops } = played();
    await ask("/me/duty", { on_duty: false });
    expect((await read("/me")).driver.on_duty).toBe(false);
    const turned = (await stops()).map(({ id }) => id).toReversed();
    await ask("/stops/order", { stops: turned });
    expect((await stops()).map(({ id }) => id)).toEqual(turned);
    expect((await ask("/me/push", { endpoint: "https://push.example" })).status).toBe(204);
  });

  test("has a label that can be scanned and typed", () => {
    expect(checkLabel(practiceNumber, practiceNumber, 1)).toEqual({ is: "right", piece: null });
    expect(checkLabel(practiceNumber.slice(-4), practiceNumber, 1).is).toBe("right");
  });
});

test.each([...pageLanguages])(
  "%s: practicing names the page's own buttons, and nothing is English",
  async (language) => {
    const [own, page] = await Promise.all([loadPracticeTexts(language), loadTexts(language)]);
    expect(Object.keys(own).sort()).toEqual(Object.keys(en).sort());
    const named: Record<"scan" | "cellar" | "absent", (keyof Words)[]> = {
      scan: ["arrived", "pickUp", "pickedUp"],
      cellar: ["arrived", "handOver", "deliver"],
      absent: ["arrived", "cannotDeliver", "recipient_unavailable", "send"],
    };
    for (const [lesson, words] of Object.entries(named)) {
      const text = own[lesson as keyof typeof named](page);
      for (const word of words) expect([word, text.includes(page[word])]).toEqual([word, true]);
    }
    expect([own.stop(2), own.street(7)].map((text) => /[27]/.test(text))).toEqual([true, true]);
    const spoken = (texts: typeof en) =>
      Object.values(texts).map((text) =>
        typeof text === "string" ? text : (text as (given: unknown) => string)(page),
      );
    for (const text of spoken(own)) expect(text.trim()).not.toBe("");
    if (language === "en") return;
    const english = new Set(spoken(en).filter((text) => text.includes(" ")));
    expect(spoken(own).filter((text) => english.has(text))).toEqual([]);
  },
);
