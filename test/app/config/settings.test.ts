import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig, readSettings, SettingError, toConfig } from "../../../src/app/config/reading.ts";
import { flagName, type SettingName, settings, variableName } from "../../../src/infra/config/settings.ts";
import { isInCidrs } from "../../../src/infra/net/address.ts";
import { settingRows } from "../../../tools/operating-tables.ts";
import { readSources } from "../../support/imports.ts";

const keyBytes = Buffer.alloc(32, 0xfb);
const base64Key = keyBytes.toString("base64");
const names = Object.keys(settings) as SettingName[];

function fromVariable(name: SettingName, value: string): unknown {
  return loadConfig({}, {}, { [variableName(name)]: value })[name];
}

describe("where a value comes from", () => {
  test("nothing set gives the defaults", () => {
    const defaults = Object.fromEntries(names.map((name) => [name, settings[name].default]));
    const { reports, ...values } = loadConfig({}, {}, {});
    expect(values).toEqual(defaults as never);
    expect(reports.map(({ source }) => source)).toEqual(names.map(() => "default"));
  });

  test("a flag beats the variable, which beats the command's default, which beats the default", () => {
    const variables = { WAYBILL_PORT: "1002" };
    expect(loadConfig({}, {}, {}).port).toBe(8080);
    expect(loadConfig({}, { port: "1001" }, {}).port).toBe(1001);
    expect(loadConfig({}, { port: "1001" }, variables).port).toBe(1002);
    expect(loadConfig({ port: "1003" }, { port: "1001" }, variables).port).toBe(1003);
  });

  test("a flag that is right hides a variable that is wrong", () => {
    expect(loadConfig({ port: "1" }, {}, { WAYBILL_PORT: "x" }).port).toBe(1);
  });

  test("other variables count for nothing", () => {
    expect(loadConfig({}, {}, { PORT: "1", HOST: "0.0.0.0", NODE_ENV: "x", waybill_port: "2" })).toEqual(
      loadConfig({}, {}, {}),
    );
  });

  test("each says where it comes from; those that are not asked for keep their defaults, whatever their variables", () => {
    const variables = { WAYBILL_HOST: "::1", WAYBILL_SIGNUP: "perhaps" };
    const read = readSettings({ port: "80" }, { data: "here" }, variables, [
      "port",
      "host",
      "data",
      "logLevel",
    ]);
    expect(read.map(({ name, text, source }) => [name, text, source])).toEqual([
      ["port", "80", "flag"],
      ["host", "::1", "variable"],
      ["data", "here", "default"],
      ["logLevel", "info", "default"],
    ]);
    const { reports, ...values } = toConfig(read);
    const { reports: _others, ...standard } = loadConfig({}, {}, {});
    expect(values).toEqual({ ...standard, port: 80, host: "::1", data: "here" });
    expect(reports.map(({ name, text, from }) => [name, text, from])).toEqual([
      ["port", "80", "--port"],
      ["host", "::1", "WAYBILL_HOST"],
      ["data", "here", null],
      ["log-level", "info", null],
    ]);
  });

  test("names are made from the setting's", () => {
    expect(names.map(variableName)).toContain("WAYBILL_WEBHOOK_ALLOW_CIDRS");
    expect(names.map(flagName)).toContain("--webhook-allow-cidrs");
    expect(variableName("publicUrl")).toBe("WAYBILL_PUBLIC_URL");
  });
});

describe("right values", () => {
  test.each<[SettingName, string, unknown]>([
    ["port", "0", 0],
    ["port", "65535", 65_535],
    ["host", "::", "::"],
    ["data", "/var/lib/way bill", "/var/lib/way bill"],
    ["publicUrl", "https://waybill.example.com", "https://waybill.example.com"],
    ["publicUrl", "https://Waybill.Example.com:443/", "https://waybill.example.com"],
    ["publicUrl", "http://[::1]:8080", "http://[::1]:8080"],
    ["signup", "closed", "closed"],
    ["logLevel", "silent", "silent"],
    ["quotingDeadlineSeconds", "60", 60],
    ["webhookSchedule", "0, 5,300.5", [0, 5, 300.5]],
    ["secretKey", base64Key, keyBytes],
    ["secretKey", ` ${keyBytes.toString("hex").toUpperCase()}\n`, keyBytes],
    ["secretKey", keyBytes.toString("base64url"), keyBytes],
    ["smtpUrl", "smtps://user:pass@mail.example.com", "smtps://user:pass@mail.example.com"],
    ["smtpFrom", "Waybill <waybill@example.com>", "Waybill <waybill@example.com>"],
    ["trustedProxies", "", []],
    ["ephemeral", "true", true],
    ["readyJson", "false", false],
    ["simulationSpeed", "0.1", 0.1],
    ["simulationSpeed", "manual", "manual"],
    ["mapTilesUrl", "https://tiles.example.com/{z}/{x}/{y}.png", "https://tiles.example.com/{z}/{x}/{y}.png"],
    ["routerUrl", "http://127.0.0.1:5000/", "http://127.0.0.1:5000"],
    ["routerUrl", "https://router.internal/osrm//", "https://router.internal/osrm"],
    ["geocoderUrl", "http://127.0.0.1:8088/", "http://127.0.0.1:8088"],
    ["geocoder", "photon", "photon"],
    ["geocoderKey", " k-123 ", "k-123"],
    ["geocoderPerSecond", "20", 20],
    ["geocoderTyping", "off", "off"],
    ["seed", "a seed", "a seed"],
    ["backupS3Endpoint", "https://s3.eu-central-1.amazonaws.com/", "https://s3.eu-central-1.amazonaws.com"],
    ["backupS3Bucket", "acme.waybill-1", "acme.waybill-1"],
    ["backupS3Key", "s3/secret+of=key\n", "s3/secret+of=key"],
  ])("%s %j", (name, value, expected) => {
    expect(fromVariable(name, value)).toEqual(expected as never);
  });

  test("blocks of addresses hold what they say", () => {
    const { webhookAllowCidrs } = loadConfig({}, {}, { WAYBILL_WEBHOOK_ALLOW_CIDRS: "10.0.0.0/8, fd00::/8" });
    expect(
      ["10.1.2.3", "fd00::1", "11.0.0.1"].map((address) => isInCidrs(address, webhookAllowCidrs)),
    ).toEqual([true, true, false]);
  });
});

describe("a wrong value says which it is, what is allowed, and what it was", () => {
  const wrong: [SettingName, string, RegExp][] = [
    ...["", "-1", "65536", "80.5", "0x50", "1e3", " 80", "eighty"].map(
      (value): [SettingName, string, RegExp] => ["port", value, /a whole number from 0 to 65535/],
    ),
    ["host", "", /must not be empty/],
    ["data", " ", /must not be empty/],
    ...[
      "",
      "waybill.example.com",
      "ftp://example.com",
      "https://example.com/api",
      "https://example.com/?a",
      "https://example.com/#a",
      "https://user@example.com",
      "https://:secret@example.com",
      "https://",
    ].map((value): [SettingName, string, RegExp] => [
      "publicUrl",
      value,
      /such as https:\/\/waybill\.example\.com/,
    ]),
    ["signup", "Open", /one of open, closed/],
    ["signup", "true", /one of open, closed/],
    ["logLevel", "verbose", /one of debug, info, warn, error, silent/],
    ["quoteLifetimeSeconds", "0", /from 1 to 86400/],
    ["quotingDeadlineSeconds", "61", /from 1 to 60/],
    ["shipmentExpirySeconds", "2592001", /from 1 to 2592000/],
    ...["", "a", "5,,5", "-1", "604801", Array(51).fill("1").join(), "1 2"].map(
      (value): [SettingName, string, RegExp] => [
        "webhookSchedule",
        value,
        /1 to 50 waits in seconds.*such as 0,5,300/,
      ],
    ),
    ...["10.0.0.0/33", "10.0.0.1/8", "localhost", "10.0.0.0/8;::1", "127.1"].map(
      (value): [SettingName, string, RegExp] => ["webhookAllowCidrs", value, /is not a CIDR block|bits/],
    ),
    ...["", "ab", "Upper", "a/b", "-a-", "a".repeat(64)].map((value): [SettingName, string, RegExp] => [
      "backupS3Bucket",
      value,
      /the name of a bucket/,
    ]),
    ["trustedProxies", "proxy", /is not a CIDR block/],
    ["smtpFrom", "Waybill", /must be an email address/],
    ["smtpFrom", "a@b.example\r\nBcc: c@d.example", /must be an email address/],
    ["webhookEndpoints", "0", /from 1 to 10000/],
    ["ephemeral", "yes", /must be true or false/],
    ["seed", "", /1 to 100 characters/],
    ...[
      "tiles",
      "ftp://tiles.example.com/{z}/{x}/{y}",
      "https://tiles.example.com/{z}/{x}",
      "https://{s}.example.com/{z}/{x}/{y}",
      "https://tiles.example.com;script-src/{z}/{x}/{y}",
    ].map((value): [SettingName, string, RegExp] => ["mapTilesUrl", value, /a host, \{z\}, \{x\} and \{y\}/]),
    ...["127.0.0.1:5000", "ftp://127.0.0.1/", "http://127.0.0.1:81"].map(
      (value): [SettingName, string, RegExp] => ["routerUrl", value, /a host, on port 80, 443 or/],
    ),
    ["geocoder", "google", /one of nominatim, photon/],
    ["geocoderPerSecond", "0", /from 1 to 1000/],
    ["geocoderTyping", "true", /one of on, off/],
    ["geocoderSandbox", "true", /one of on, off/],
    ...["", "0", "1001", "1e2", "fast"].map((value): [SettingName, string, RegExp] => [
      "simulationSpeed",
      value,
      /from 0.1 to 1000, instant or manual/,
    ]),
  ];
  test.each(wrong)("%s %j", (name, value, allowed) => {
    for (const [source, load] of [
      [variableName(name), () => fromVariable(name, value)],
      [flagName(name), () => loadConfig({ [name]: value }, {}, {})],
    ] as const) {
      const message = messageOf(load);
      expect(message).toStartWith(`${source} `);
      expect(message).toMatch(allowed);
      expect(message.split(`"${value}"`)).toHaveLength(2);
    }
  });
});

describe("a secret", () => {
  const folder = mkdtempSync(join(tmpdir(), "waybill-test-"));
  const path = join(folder, "key");
  beforeAll(() => writeFileSync(path, `${base64Key}\n`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("may stand in a file, which a flag beats and no other variable may contradict", () => {
    const file = { WAYBILL_SECRET_KEY_FILE: path };
    expect(loadConfig({}, {}, file).secretKey).toEqual(keyBytes);
    const flag = Buffer.alloc(32, 1);
    expect(loadConfig({ secretKey: flag.toString("hex") }, {}, file).secretKey).toEqual(flag);
    const both = { ...file, WAYBILL_SECRET_KEY: base64Key };
    expect(messageOf(() => loadConfig({}, {}, both))).toBe(
      "WAYBILL_SECRET_KEY and WAYBILL_SECRET_KEY_FILE are both set; remove one of them",
    );
  });

  test("of a file that is not there, or holds none, the variable is named", () => {
    const from = (file: string) => messageOf(() => loadConfig({}, {}, { WAYBILL_SECRET_KEY_FILE: file }));
    expect(from(join(folder, "none"))).toMatch(/^WAYBILL_SECRET_KEY_FILE names a file .*ENOENT.*none"$/);
    writeFileSync(join(folder, "short"), "c2hvcnQ=");
    expect(from(join(folder, "short"))).toMatch(/^WAYBILL_SECRET_KEY_FILE must be 32 random bytes/);
  });

  test("is never shown, right or wrong, from wherever it comes", () => {
    const sources: [string, Parameters<typeof readSettings>][] = [
      ["flag", [{ secretKey: base64Key }, {}, {}]],
      ["variable", [{}, {}, { WAYBILL_SECRET_KEY: base64Key }]],
      ["file", [{}, {}, { WAYBILL_SECRET_KEY_FILE: path }]],
    ];
    for (const [source, from] of sources) {
      const read = readSettings(...from).find(({ name }) => name === "secretKey");
      expect(read).toMatchObject({ source, text: "***" });
    }
    for (const value of ["zq", `${base64Key}zq`, "", base64Key.slice(1), `${base64Key.slice(0, -2)}!=`]) {
      const message = messageOf(() => fromVariable("secretKey", value));
      expect(message).toMatch(
        /^WAYBILL_SECRET_KEY must be 32 random bytes in base64 or hex, as `openssl .*prints$/,
      );
    }
    for (const value of ["http://user:zq@mail.example.com", "mail.example.com", "smtp://"]) {
      expect(messageOf(() => fromVariable("smtpUrl", value))).not.toContain("zq");
    }
    expect(messageOf(() => fromVariable("geocoderKey", "a zq"))).toMatch(/without blanks$/);
    for (const name of ["routerUrl", "geocoderUrl", "backupS3Endpoint"] as const) {
      for (const value of ["http://user:zq@127.0.0.1:5000", "http://127.0.0.1:5000/?key=zq"]) {
        expect(messageOf(() => fromVariable(name, value))).toBe(
          `${variableName(name)} must be a URL without user name, password and query`,
        );
      }
    }
    expect(messageOf(() => fromVariable("alarmUrl", "https://user:zq@alerts.example.com/"))).toBe(
      "WAYBILL_ALARM_URL must be a URL without user name and password",
    );
    for (const value of ["", " ", "two zq"]) {
      expect(messageOf(() => fromVariable("backupS3Key", value))).toBe(
        "WAYBILL_BACKUP_S3_KEY must be the secret of an access key, without blanks",
      );
      expect(messageOf(() => fromVariable("geocoderKey", value))).toBe(
        "WAYBILL_GEOCODER_KEY must have 1 to 500 letters, digits and signs, without blanks",
      );
    }
  });

  test("of no other setting a file is read", () => {
    expect(loadConfig({}, {}, { WAYBILL_DATA_FILE: path })).toEqual(loadConfig({}, {}, {}));
  });
});

function messageOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError);
    return (error as Error).message;
  }
  throw new Error("it was taken");
}

test("every setting is read where it counts", async () => {
  const reading = (await readSources()).filter(({ path }) => !/(^|\/)config\//.test(path));
  const isRead = (name: string) => reading.some(({ code }) => new RegExp(`\\b${name}\\b`).test(code));
  expect(names.filter((name) => !isRead(name))).toEqual([]);
});

test("the table of settings has every one, with its names, its default and a sentence", () => {
  const rows = settingRows();
  expect(rows).toHaveLength(names.length);
  for (const [index, name] of names.entries()) {
    expect(`${rows[index]?.flag} `).toStartWith(`${flagName(name)} `);
    expect(rows[index]?.variables[0]).toBe(variableName(name));
    expect(rows[index]?.standard).not.toBe("");
    expect(rows[index]?.help).toMatch(/^[A-Z].*\.$/);
  }
});
