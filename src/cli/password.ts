import { SettingError } from "../app/config/reading.ts";

const endOfInput = "\x04";
const interrupt = "\x03";
const erase = ["\x7f", "\b"];

/**
 * Reads a new password from standard input, or asks for it twice on the terminal without showing it.
 * @throws SettingError if there is no terminal or the passwords differ
 */
export async function readNewPassword(fromInput: boolean): Promise<string> {
  if (fromInput) return (await Bun.stdin.text()).replace(/\r?\n$/, "");
  const { stdin } = process;
  if (!stdin.isTTY) {
    throw new SettingError("no terminal to ask for the password; use --password-stdin");
  }
  // Set before the first question, so nothing typed is shown.
  stdin.setRawMode(true);
  try {
    const password = await ask("New password: ");
    if ((await ask("Repeat password: ")) !== password) throw new SettingError("the passwords do not match");
    return password;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}

/** Resolves with the text typed before Enter. */
function ask(question: string): Promise<string> {
  process.stderr.write(question);
  let typed: string[] = [];
  return new Promise((resolve, reject) => {
    const take = (bytes: Buffer) => {
      for (const character of bytes.toString()) {
        if (character === "\r" || character === "\n") return done(() => resolve(typed.join("")));
        if (character === interrupt || character === endOfInput) {
          return done(() => reject(new Error("no password entered")));
        }
        if (erase.includes(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    const done = (then: () => void) => {
      process.stdin.off("data", take);
      process.stderr.write("\n");
      then();
    };
    process.stdin.on("data", take);
    process.stdin.resume();
  });
}
