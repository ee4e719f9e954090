import { expect, test } from "bun:test";
import { join } from "node:path";

/** What `readNewPassword` asks on a terminal, and gives; typed is what a person types. */
async function onTerminal(typed: string[]): Promise<string> {
  const source = new URL("../../src/cli/password.ts", import.meta.url).pathname;
  const program = `
    const { readNewPassword } = await import(${JSON.stringify(source)});
    await readNewPassword(false).then(
      (password) => console.log("got:" + Buffer.from(password).toString("hex")),
      (error) => console.log("refused:" + error.message),
    );
    process.exit();`;
  let screen = "";
  const questions = ["New password: ", "Repeat password: "];
  const decoder = new TextDecoder();
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: join(import.meta.dir, "../.."),
    env: {},
    terminal: {
      data(terminal, bytes) {
        screen += decoder.decode(bytes);
        const [question] = questions;
        if (question === undefined || !screen.includes(question)) return;
        questions.shift();
        terminal.write(typed.shift() ?? "");
      },
    },
  });
  await child.exited;
  child.terminal?.close();
  return screen;
}

const hex = (text: string) => Buffer.from(text).toString("hex");

test("a password is asked for twice and never shown; what is rubbed out does not count", async () => {
  const screen = await onTerminal(["Kupfex\x7frner Kränich\r", "Kupferner Kränich\r"]);
  expect(screen).toContain(`got:${hex("Kupferner Kränich")}`);
  expect(screen).not.toContain("Kup");
  expect(screen).toMatch(/New password: \r?\n.*Repeat password: \r?\n/);
});

test("two that differ are refused", async () => {
  expect(await onTerminal(["one long passphrase\r", "other long passphrase\r"])).toContain(
    "refused:the passwords do not match",
  );
});

test.each(["\x03", "\x04"])("%j ends it without one", async (key) => {
  expect(await onTerminal([`something${key}`])).toContain("refused:no password entered");
});
