/** Which test files there are, which of them a run takes, and what they may cost. */

/** Of one test that names no other: the machine may be busy with something else. */
export const testTimeoutMs = 180_000;

const testFiles = "test/**/*.test.{ts,tsx}";
const browserFolder = "test/browser/";
const slowFolder = "test/slow/";
/** Seconds of processor. A file that takes more is two files, or belongs to the long run. */
const quickBudgetSeconds = 6;
const longBudgetSeconds = 60;

/** Files outside of `slow/` and `browser/` that cost much, and that a change rarely needs. */
export const dearFiles: readonly string[] = [
  "test/access/accounts/recovery/password-reset.test.ts",
  "test/access/accounts/sign-in/routes.test.ts",
  "test/access/people/invitations.test.ts",
  "test/app/doctor/doctor.test.ts",
  "test/app/restore/erasures.test.ts",
  "test/app/restore/interrupted.test.ts",
  "test/app/restore/restore.test.ts",
  "test/app/secret-key.test.ts",
  "test/cli/administration.test.ts",
  "test/cli/carrier.test.ts",
  "test/cli/dev.test.ts",
  "test/cli/migrate.test.ts",
  "test/cli/receive.test.ts",
  "test/cli/serve.test.ts",
  "test/delivery/carriers/kinds/karrio/life.test.ts",
  "test/delivery/carriers/kinds.test.ts",
  "test/delivery/lifecycle/labels/labels.test.ts",
  "test/delivery/lifecycle/labels/pieces.test.ts",
  "test/delivery/recipients/mail/recipient-mail.test.ts",
  "test/delivery/privacy/redaction/redaction.test.ts",
  "test/delivery/privacy/redaction/restart.test.ts",
  "test/delivery/sandbox/practice.test.ts",
  "test/delivery/sandbox/rush-hour.test.ts",
  "test/delivery/connections/polling/any-order.test.ts",
  "test/errors.test.ts",
  "test/examples/shop.test.ts",
  "test/fuzz.test.ts",
  "test/infra/backups/check.test.ts",
  "test/infra/backups/jobs.test.ts",
  "test/infra/backups/off-site.test.ts",
  "test/infra/backups/restore-check.test.ts",
  "test/infra/backups/taking.test.ts",
  "test/infra/db/lost-log.test.ts",
  "test/infra/db/upgrade.test.ts",
  "test/invariants/erased-bytes.test.ts",
  "test/invariants/foreign-bytes.test.ts",
  "test/invariants/isolation.test.ts",
  "test/invariants/properties.test.ts",
  "test/messaging/webhooks/deliveries/backlog.test.ts",
  "test/messaging/webhooks/deliveries/lanes.test.ts",
  "test/operator/going-live.test.ts",
  "test/upgrades/upgrades.test.ts",
  "test/web/dashboard/samples.test.ts",
  "test/web/docs/examples.test.ts",
  "test/web/docs/guide-code.test.ts",
  "test/web/docs/guide-samples.test.ts",
];

/** The dearest of all, begun first, so that no worker is busy long after the others. */
export const longestFirst: readonly string[] = [
  "test/browser/pages.test.ts",
  "test/slow/release.test.ts",
  "test/fuzz.test.ts",
  "test/browser/shipments.test.ts",
  "test/browser/keyboard.test.ts",
  "test/delivery/carriers/kinds.test.ts",
  "test/slow/client-package.test.ts",
  "test/browser/driver.test.ts",
  "test/browser/forms.test.ts",
  "test/browser/dashboard.test.ts",
  "test/browser/webhooks.test.ts",
  "test/web/dashboard/samples.test.ts",
  "test/slow/standby.test.ts",
];

export interface TestFiles {
  /** Run at each change: `npm run check`. */
  quick: string[];
  /** The rest: `npm test` runs these too. */
  long: string[];
  /** Those of the rest that need a browser. */
  browser: string[];
}

export async function listTestFiles(): Promise<TestFiles> {
  const all = (await Array.fromAsync(new Bun.Glob(testFiles).scan("."))).sort();
  const isBrowser = (file: string) => file.startsWith(browserFolder);
  return {
    quick: all.filter((file) => !isLong(file)),
    long: all.filter((file) => isLong(file) && !isBrowser(file)),
    browser: all.filter(isBrowser),
  };
}

/** Whether only the long run has the file. */
export function isLong(file: string): boolean {
  return file.startsWith(slowFolder) || file.startsWith(browserFolder) || dearFiles.includes(file);
}

export function budgetSeconds(file: string): number {
  return isLong(file) ? longBudgetSeconds : quickBudgetSeconds;
}

/** The order as the runner reads it: milliseconds that were measured earlier, of which the most go first. */
export function timingsOf(files: string[]): Record<string, number> {
  const millisecondsOf = (file: string) => {
    if (!isLong(file)) return 1;
    const place = longestFirst.indexOf(file);
    return place < 0 ? 2 : 2 + longestFirst.length - place;
  };
  return Object.fromEntries(files.map((file) => [file, millisecondsOf(file)]));
}
