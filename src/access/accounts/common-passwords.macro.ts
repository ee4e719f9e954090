import { dictionary } from "@zxcvbn-ts/language-common";

/** Shorter passwords are refused for their length (contract §8). */
const passwordLengthMin = 12;
const wordsMax = 1000;
const wordLengthMin = 4;

/**
 * Runs when the source is bundled, so that the executable holds only what is asked for. From the list of zxcvbn, most
 * frequent first, lower case: the passwords long enough to be chosen here, and the words people hang digits on.
 */
export function readCommonPasswords(): { passwords: string[]; words: string[] } {
  const all = dictionary["passwords-common"].map((password) => password.toLowerCase());
  return {
    passwords: all.filter((password) => password.length >= passwordLengthMin),
    words: all.filter((word) => word.length >= wordLengthMin && /^[a-z]+$/.test(word)).slice(0, wordsMax),
  };
}
