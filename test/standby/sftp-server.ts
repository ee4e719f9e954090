import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { eventually } from "../support/harness.ts";
import { sshd } from "../support/sshd.ts";

/** OpenSSH's server, which takes files from one key. */

/** It refuses to start without it, whatever its configuration. */
const emptyFolder = "/run/sshd";

interface SftpServer extends AsyncDisposable {
  /** `sftp://user@host:port`, to which a path is appended. */
  url: string;
  /** As a line of `ssh_host_ed25519_key.pub`. */
  hostKey: string;
  /** The private key that it accepts. */
  keyFile: string;
  /** Accepts the key no more. */
  revoke(): void;
}

/** Keeps its keys and its log in the folder. */
export async function startSftpServer(folder: string): Promise<SftpServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [hostKeyFile, keyFile, allowed] = ["host-key", "ssh-key", "authorized_keys"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const file of [hostKeyFile, keyFile]) await Bun.$`ssh-keygen -q -t ed25519 -N "" -f ${file}`.quiet();
  const publicHalf = async (file: string) => (await Bun.file(`${file}.pub`).text()).trim();
  writeFileSync(allowed, `restrict,command="internal-sftp" ${await publicHalf(keyFile)}\n`);
  mkdirSync(emptyFolder, { recursive: true, mode: 0o755 });
  const port = freePort();
  const configuration = join(folder, "sshd_config");
  const lines = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${hostKeyFile}`,
    `AuthorizedKeysFile ${allowed}`,
    "PermitRootLogin forced-commands-only",
    "StrictModes no",
    "UsePAM no",
    "PidFile none",
    "Subsystem sftp internal-sftp",
  ];
  writeFileSync(configuration, `${lines.join("\n")}\n`);
  const server = Bun.spawn([sshd, "-D", "-f", configuration, "-E", join(folder, "log")]);
  await eventually("a server that greets", () => greeting(port));
  const user = (await Bun.$`id -un`.text()).trim();
  return {
    url: `sftp://${user}@127.0.0.1:${port}`,
    hostKey: await publicHalf(hostKeyFile),
    keyFile,
    revoke: () => writeFileSync(allowed, ""),
    async [Symbol.asyncDispose]() {
      server.kill();
      await server.exited;
    },
  };
}

async function greeting(port: number): Promise<string | undefined> {
  const greeted = Promise.withResolvers<string | undefined>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => greeted.resolve(bytes.toString()),
      close: () => greeted.resolve(undefined),
    },
  }).catch(() => undefined);
  if (socket === undefined) return undefined;
  const text = await greeted.promise;
  socket.end();
  return text;
}
