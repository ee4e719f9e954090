import { asciiDigits } from "../text/digits.ts";

/** Phone numbers as people and shop systems write them, read as E.164. */

/** Longer texts are refused unread. */
export const typedPhoneMax = 50;

const e164 = /^\+[1-9]\d{6,14}$/;

export function isE164(text: string): boolean {
  return e164.test(text);
}

export interface PhoneReader {
  /** E.164; undefined for what is no number there. Without a country only numbers with their country code are read. */
  read(typed: string, country: string | null): string | undefined;
  /** Why a number is refused, as the end of a sentence; it has no digit of the number. */
  refusal(typed: string, country: string | null): string;
}

/** What is said where the country of a number is unknown. */
export const phoneWithoutCountry = "must include the country code, such as +4930123456";

let loaded: PhoneReader | undefined;

/** Undefined until somebody has sent a number. */
export function loadedPhoneReader(): PhoneReader | undefined {
  return loaded;
}

/** For `phone-reader.ts`, which loads it. */
export function cachePhoneReader(reader: PhoneReader): PhoneReader {
  loaded = reader;
  return reader;
}

const separators = /[\s()[\]./~'’·•_\p{Pd}−ー]/gu;

/** Digits, behind a plus where one was typed; undefined for a text with anything but separators between them. */
export function bareDigits(typed: string): string | undefined {
  const text = plain(typed).replace(/^tel:/i, "").replaceAll(separators, "");
  return /^\+?\d+$/.test(text) ? text : undefined;
}

/** In ASCII digits, whatever script and width they have; without marks of direction, which come along from contacts. */
function plain(typed: string): string {
  return asciiDigits(typed.normalize("NFKC").replaceAll(/\p{Cf}/gu, "")).trim();
}

const extension =
  /\d[\s).]*(?:;\s*ext|ext(?:n|ension)?|x|#|доб|durchwahl|poste|int|anexo|ramal|[,;])[\s.:=]*\d{1,9}#?$/iu;

/** Whether a text ends as an extension is written, in digits behind a word or a sign for it. */
export function hasExtension(typed: string): boolean {
  return extension.test(plain(typed));
}
