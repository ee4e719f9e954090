import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { version } from "../../package.json";
import { finish } from "../support/child.ts";
import { describeWith } from "../support/test-with.ts";
import { type ContainerDaemon, startContainerDaemon } from "./container-daemon.ts";

/** `clients/java` with the real Testcontainers, whose daemon is played. JUnit says what it tries. */

const client = join(import.meta.dir, "../../clients/java");
/** Of a machine that fetches Maven's packages first. */
const timeoutMs = 300_000;

describeWith("Maven", "the module of Testcontainers for Java", () => {
  test("has the version of the executable, also in its README", async () => {
    const files = ["pom.xml", "README.md", "src/main/java/waybill/testcontainers/WaybillContainer.java"];
    const texts = await Promise.all(files.map((file) => Bun.file(join(client, file)).text()));
    const versions = texts.map((text) =>
      /(?:testcontainers<\/artifactId>\s*<version>|VERSION = ")([^<"]+)/.exec(text),
    );
    expect(versions.map((found) => found?.[1])).toEqual(files.map(() => version));
  });

  let daemon: ContainerDaemon;
  beforeAll(() => {
    daemon = startContainerDaemon();
  });
  afterAll(() => daemon.stop());

  test(
    "compiles without a warning, and its tests pass",
    async () => {
      const env = { ...process.env, DOCKER_HOST: daemon.url, TESTCONTAINERS_RYUK_DISABLED: "true" };
      const maven = Bun.spawn(["mvn", "--batch-mode", "--no-transfer-progress", "clean", "test"], {
        cwd: client,
        env,
        stdout: "pipe",
        stderr: "pipe",
      });
      const { exitCode, stdout } = await finish(maven);
      expect([exitCode, exitCode === 0 ? "" : stdout]).toEqual([0, ""]);
      expect(stdout).toContain("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
      expect(daemon.asked[0]).toMatchObject({ Image: `waybill:${version}` });
      expect(daemon.asked.map(({ Cmd }) => Cmd?.join(" "))).toContain(
        "serve --ephemeral --ready-json --seed tests --default-tier free",
      );
      expect(daemon.running()).toBe(0);
    },
    timeoutMs,
  );
});
