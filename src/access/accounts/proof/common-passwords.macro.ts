import { dictionary } from "@zxcvbn-ts/language-common";

/** Shorter passwords are refused for their length (contract §8). */
const passwordLengthMin = 12;
const wordsMax = 1000;
const wordLengthMin = 4;

/**
 * Runs when Bun bundles the source, so that the executable contains only what is used. From zxcvbn's list, lower case,
 * most frequent first: the passwords that are long enough here, and the words to which people add digits.
 */
export function readCommonPasswords(): { passwords: string[]; words: string[] } {
  const all = dictionary["passwords-common"].map((password) => password.toLowerCase());
  return {
    passwords: all.filter((password) => password.length >= passwordLengthMin),
    words: all.filter((word) => word.length >= wordLengthMin && /^[a-z]+$/.test(word)).slice(0, wordsMax),
  };
}
