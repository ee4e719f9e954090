import { expect, test } from "bun:test";
import {
  backupName,
  installationFingerprint,
  isBackupName,
  isDue,
  isUnfinished,
  type Manifest,
} from "../../../src/infra/backups/backup.ts";

const at = (taken_at: string) => ({
  path: "/mnt/backups/one",
  manifest: {
    waybill: "1.0.0",
    installation: "",
    taken_at,
    finished_at: taken_at,
    databases: [],
  } satisfies Manifest,
});
const now = Date.parse("2026-11-21T04:30:00.000Z");

test.each([
  ["there is none", undefined, 2, true],
  ["it is of today, before the hour", "2026-11-21T01:59:59.999Z", 2, true],
  ["it is of today, after the hour", "2026-11-21T02:00:00.000Z", 2, false],
  ["it is of yesterday", "2026-11-20T02:07:00.000Z", 2, true],
  ["the hour has still to come, and it is of yesterday", "2026-11-20T05:07:00.000Z", 5, false],
  ["the hour has still to come, and yesterday's was missed", "2026-11-20T04:07:00.000Z", 5, true],
  ["the day begins with the hour", "2026-11-21T00:00:00.000Z", 0, false],
])("whether a day's backup is missing: %s", (_what, taken, hour, due) => {
  expect(isDue(taken === undefined ? undefined : at(taken), hour, now)).toBe(due);
});

test("names are those of times, and sort as they do", () => {
  const names = ["2026-11-21T04:00:00.123Z", "2026-11-21T10:00:00.000Z", "2027-01-01T00:00:00.000Z"].map(
    backupName,
  );
  expect(names[0]).toBe("waybill-2026-11-21T040000Z");
  expect(names.toSorted()).toEqual(names);
  expect(names.every(isBackupName)).toBe(true);
  expect(names.some(isUnfinished)).toBe(false);
  expect(isUnfinished(`${names[0]}.unfinished`)).toBe(true);
});

test.each(["waybill", "waybill-2026", "waybill-2026-11-21T040000Z.old", "my-waybill-2026-11-21T040000Z"])(
  "%s is the name of something else",
  (name) => {
    expect([isBackupName(name), isUnfinished(name), isUnfinished(`${name}.unfinished`)]).toEqual([
      false,
      false,
      false,
    ]);
  },
);

test("an installation's mark is its own, and not its key", () => {
  const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  expect(installationFingerprint(one)).toBe(installationFingerprint(one.slice()));
  expect(installationFingerprint(one)).not.toBe(installationFingerprint(other));
  expect(installationFingerprint(one)).not.toContain("0101");
});
