import { readCommonPasswords } from "./common-passwords.macro.ts" with { type: "macro" };

const common = readCommonPasswords();
const commonPasswords: ReadonlySet<string> = new Set(common.passwords);
const commonWords: ReadonlySet<string> = new Set(common.words);

/** Contract §8. */
const passwordMaxCharacters = 256;
/** A password that repeats at most this many characters is as weak as those characters alone. */
const repeatedMaxCharacters = 8;
/** Shorter runs of neighbors occur in ordinary passwords too. */
const runMinCharacters = 3;

/** Sequences that people type: digits, the alphabet, the rows of three keyboards and the columns of one. */
const rows: readonly string[] = [
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiopü",
  "asdfghjklöä",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  ...["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik", "9ol"],
];
/** Repeated, to match from the end over to the start (`890123`), and also backwards. */
const runs: readonly string[] = rows
  .map((row) => row.repeat(Math.ceil(passwordMaxCharacters / row.length) + 1))
  .flatMap((run) => [run, reverse(run)]);

/**
 * Whether a password of 12 characters or more is among the first that an attacker tries (OWASP ASVS 6.2.4): it is on
 * zxcvbn's list, a common word among digits and signs, a short text repeated, or a run along the keyboard. Case does
 * not matter.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return commonPasswords.has(text) || isPaddedWord(text) || isRepetition(text) || isMadeOfRuns(text);
}

function isPaddedWord(text: string): boolean {
  return commonWords.has(text.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, ""));
}

/** `abcabcabcabca`: the last repetition may be incomplete. */
function isRepetition(text: string): boolean {
  const periodMax = Math.min(repeatedMaxCharacters, text.length / 2);
  for (let period = 1; period <= periodMax; period++) {
    if (text.slice(period) === text.slice(0, -period)) {
      return true;
    }
  }
  return false;
}

function isMadeOfRuns(text: string): boolean {
  let start = 0;
  while (start < text.length) {
    const length = runLength(text, start);
    if (length < runMinCharacters) {
      return false;
    }
    start += length;
  }
  return text.length > 0;
}

/** How many characters from `start` on are one character repeated, or neighbors in one direction. */
function runLength(text: string, start: number): number {
  let length = 1;
  while (start + length < text.length && isRun(text.slice(start, start + length + 1))) {
    length++;
  }
  return length;
}

function isRun(piece: string): boolean {
  const [first = ""] = piece;
  return piece === first.repeat(piece.length) || runs.some((run) => run.includes(piece));
}

function reverse(text: string): string {
  return [...text].reverse().join("");
}
