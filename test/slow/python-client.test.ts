import { expect, test } from "bun:test";
import { delimiter, join } from "node:path";
import { version } from "../../package.json";
import { testWith } from "../support/test-with.ts";
import { examples, runRunner } from "./test-runners.ts";

const plugin = join(import.meta.dir, "../../clients/python");

testWith(
  "pytest",
  "the pytest plugin passes its tests and those of the example, which its README shows",
  async () => {
    const pytest = [
      "python3",
      "-m",
      "pytest",
      "-p",
      "pytest_waybill",
      "-p",
      "no:cacheprovider",
      "python",
      plugin,
    ];
    const ran = await runRunner(pytest, {
      PYTHONPATH: [plugin, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
      PYTHONDONTWRITEBYTECODE: "1",
    });
    expect(ran).toMatchObject({ exitCode: 0, starts: 1 });
    expect(ran.stdout).toContain("17 passed");
    const readme = await Bun.file(join(plugin, "README.md")).text();
    const [, block = ""] = /```python\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(block).not.toBe("");
    expect(await Bun.file(join(examples, "python/test_shipments.py")).text()).toContain(block);
  },
);

test("the plugin has the version of the executable", async () => {
  const project = Bun.TOML.parse(await Bun.file(join(plugin, "pyproject.toml")).text());
  expect(project).toMatchObject({ project: { version } });
});
