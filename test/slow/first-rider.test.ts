import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish } from "../support/child.ts";
import { commandsIn } from "../support/guide-code.ts";
import { findPebble } from "../support/pebble.ts";
import { describeWith, testWith } from "../support/test-with.ts";
import { executable } from "./executable.ts";

/**
 * The guide "From an empty VM to the first rider", each of its commands, on a machine of its own as far as namespaces go:
 * its own network with Pebble, its own `/etc`, `/usr/local`, `/run` and `/var/lib`. systemd is not process 1 there: a
 * stand-in runs the unit's `ExecStart` as the unit's user, with its environment and its one privilege.
 */

const root = join(import.meta.dir, "../..");
const guide = readFileSync(join(root, "src/web/docs/guides/first-rider.md"), "utf8");
const commandsMax = 10;
const domain = "waybill.example.com";
const address = "203.0.113.7";
const password = "a long enough passphrase";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-first-rider-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The commands of a shell's text: what stands inside quotes, braces or parentheses goes on over lines. */
function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let current = "";
  for (const line of text.split("\n")) {
    current += `${line}\n`;
    const isWhole = Bun.spawnSync(["bash", "-n", "-c", current]).exitCode === 0;
    if (!isWhole || current.trim() === "") continue;
    commands.push(current);
    current = "";
  }
  return commands;
}

const commands = commandsIn(guide).flatMap(commandsOf);
const find = (text: string) => {
  const found = commands.filter((command) => command.includes(text));
  expect([text, found.length]).toEqual([text, 1]);
  return found[0] ?? "";
};

test(`has at most ${commandsMax} commands`, () => {
  expect(commands.length).toBeWithin(commandsMax - 2, commandsMax + 1);
});

testWith("systemd", "installs a unit that systemd takes", async () => {
  const unit = readFileSync(join(root, "deploy/waybill.service"), "utf8");
  const path = join(folder, "waybill.service");
  // The program is not installed on this machine.
  writeFileSync(path, unit.replace("ExecStart=/usr/local/bin/waybill", `ExecStart=${executable}`));
  const { exitCode, stderr } = await finish(
    Bun.spawn(["systemd-analyze", "verify", "--man=no", path], { stdout: "pipe", stderr: "pipe" }),
  );
  expect([exitCode, stderr.split("\n").filter((line) => line.includes("waybill.service"))]).toEqual([0, []]);
});

/** What a machine with systemd and sudo has. */
const standIns = {
  sudo: 'exec "$@"',
  // `enable --now waybill`, as Type=notify waits until the service says that it is ready.
  systemctl: `[ "$*" = "enable --now waybill" ] || { echo "systemctl $*" >&2; exit 1; }
exec bun ${join(import.meta.dir, "fixtures/unit.ts")} /etc/systemd/system/waybill.service`,
};

function machine(steps: readonly string[]): string {
  const programs = findPebble();
  const write = (path: string, text: string) => `cat > ${path} <<'FILE'\n${text}\nFILE\n`;
  const overlay = (path: string) =>
    `mkdir -p $T${path}/u $T${path}/w; mount -t overlay overlay -o lowerdir=${path},upperdir=$T${path}/u,workdir=$T${path}/w ${path}`;
  const configuration = {
    pebble: {
      listenAddress: "127.0.0.1:14000",
      managementListenAddress: "127.0.0.1:15000",
      certificate: join(folder, "directory.crt"),
      privateKey: join(folder, "directory.key"),
      httpPort: 80,
      tlsPort: 443,
      ocspResponderURL: "",
      externalAccountBindingRequired: false,
      retryAfter: { authz: 1, order: 1 },
      profiles: { default: { description: "Ordinary", validityPeriod: 7_776_000 } },
    },
  };
  return [
    "set -euo pipefail",
    "trap 'kill $(jobs -p) $(cat /run/waybill.pid 2>/dev/null) 2>/dev/null || true' EXIT",
    "ip link set lo up",
    `ip addr add ${address}/32 dev lo`,
    `T=${folder}/tmp; mkdir -p $T; mount -t tmpfs tmpfs $T`,
    ...["/etc", "/usr/local", "/var/lib"].map(overlay),
    "mount -t tmpfs tmpfs /run",
    `echo ${address} ${domain} >> /etc/hosts`,
    "mkdir -p /etc/systemd/system $T/bin",
    ...Object.entries(standIns).map(
      ([name, text]) => `${write(`$T/bin/${name}`, `#!/bin/bash\n${text}`)}chmod +x $T/bin/${name}`,
    ),
    `ln -s ${process.execPath} $T/bin/bun`,
    "export PATH=$T/bin:$PATH",
    // Of the machine that runs the tests.
    "rm -f /etc/waybill.env /usr/local/bin/waybill",
    write(join(folder, "pebble.json"), JSON.stringify(configuration)),
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=pebble -addext subjectAltName=IP:127.0.0.1 -keyout ${folder}/directory.key -out ${folder}/directory.crt 2>/dev/null`,
    `cp ${folder}/directory.crt /etc/authority.pem`,
    `${programs?.dns} -dnsserver 127.0.0.1:8053 -management 127.0.0.1:8055 -defaultIPv4 ${address} -defaultIPv6 "" -http01 "" -https01 "" -tlsalpn01 "" -doh "" >/dev/null 2>&1 &`,
    `PEBBLE_VA_NOSLEEP=1 ${programs?.pebble} -config ${folder}/pebble.json -dnsserver 127.0.0.1:8053 >/dev/null 2>&1 &`,
    `until curl -sf --cacert ${folder}/directory.crt https://127.0.0.1:15000/roots/0 -o /etc/roots.pem; do sleep 0.1; done`,
    "export CURL_CA_BUNDLE=/etc/roots.pem NODE_EXTRA_CA_CERTS=/etc/roots.pem",
    // Where the release's files were copied to.
    `mkdir $T/home; cd $T/home; cp ${executable} waybill-0.1.0-linux-x64; cp ${root}/deploy/waybill.service .`,
    ...steps,
  ].join("\n");
}

/** Types the password where the command asks for it, and again. */
function onTerminal(command: string): string {
  const asked = (question: string) =>
    `until grep -q "${question} password" $T/asked 2>/dev/null; do sleep 0.1; done; echo '${password}'`;
  return `{ ${asked("New")}; ${asked("Repeat")}; } | script --flush -qec ${JSON.stringify(command)} $T/asked\n`;
}

describeWith("Pebble", "a machine of its own", () => {
  testWith("mounts", "is set up by the guide's commands, and its rider delivers over HTTPS", async () => {
    const started = find("systemctl enable");
    const steps = commands.map((command) => {
      const typed = command.includes("waybill init") ? onTerminal(command.trim()) : command;
      const before =
        command === started
          ? "printf '%s\\n' WAYBILL_ACME_DIRECTORY=https://127.0.0.1:14000/dir WAYBILL_ACME_CA_FILE=/etc/authority.pem >> /etc/waybill.env\n"
          : "";
      // The guide has the reader look until there is a certificate.
      const after =
        command === started
          ? `until curl -s http://${domain}/ -o /dev/null -w '%{redirect_url}' | grep -q ^https; do sleep 0.1; done\n`
          : "";
      const phone = `touch $T/phone\nbun ${join(import.meta.dir, "fixtures/first-phone.ts")} "$(grep -o 'https://[^ ]*' $T/link)" > $T/phone 2>&1 & PHONE=$!\nuntil grep -q 'on duty' $T/phone; do kill -0 $PHONE 2>/dev/null || { cat $T/phone >&2; exit 1; }; sleep 0.1; done\n`;
      if (command === find("waybill driver link")) return `{ ${typed}} > $T/link\n${phone}`;
      if (command === find("/platform/shipments")) return `${typed.trimEnd()} > $T/shipment\n`;
      return before + typed + after;
    });
    const script = machine([
      ...steps,
      "wait $PHONE || { cat $T/phone >&2; exit 1; }",
      "ID=$(grep -o 'shp_[0-9a-z]*' $T/shipment | head -n 1)",
      `printf '\\nsaid: %s\\n' "$(curl -sf https://${domain}/api/v1/platform/tracking/$ID -H "X-API-Key: $KEY")"`,
      'echo "user: $(stat -c %u /proc/$(cat /run/waybill.pid)) $(grep -E "^(CapEff|NoNewPrivs)" /proc/$(cat /run/waybill.pid)/status | tr "\\n\\t" "  ")"',
      `echo "link: $(cat $T/link)"`,
      `echo "signup: $(curl -s -o /dev/null -w '%{http_code}' https://${domain}/api/v1/auth/sign-up -H 'Content-Type: application/json' -d '{"email": "x@example.com", "password": "${password}", "account_name": "X"}')"`,
      "kill $(cat /run/waybill.pid)",
    ]);
    const child = Bun.spawn(
      ["unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "bash", "-c", script],
      {
        env: { PATH: process.env.PATH, HOME: folder },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const { exitCode, stdout, stderr } = await finish(child);
    expect([exitCode, exitCode === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
    const [, tracking = "{}"] = /^said: (.*)$/m.exec(stdout) ?? [];
    expect(JSON.parse(tracking)).toMatchObject({ status: "delivered" });
    expect(stdout).toMatch(new RegExp(`^link: https://${domain}/d#\\S+$`, "m"));
    // CAP_NET_BIND_SERVICE alone, and no way to another one.
    expect(stdout).toMatch(
      /^user: 6\d{4} NoNewPrivs: +1 CapEff: +0000000000000400|^user: 6\d{4} CapEff: +0000000000000400 NoNewPrivs: +1/m,
    );
    expect(stdout).toMatch(/^signup: 403$/m);
  });
});
