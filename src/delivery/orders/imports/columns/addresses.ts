import { asciiDigits } from "@/infra/text/digits.ts";
import type { AddressParts } from "./field.ts";
import { readCountry } from "./names.ts";

/** An address in a single cell, as countries write it. Pure: what cannot be told apart stays together. */

const british = String.raw`[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}`;
const canadian = String.raw`[A-Z]\d[A-Z]\s?\d[A-Z]\d`;
/** Longer ones first: of `75001-123` nobody wants the first half. */
const digits = String.raw`\d{5}-\d{3,4}|\d{4}-\d{3}|\d{3}-\d{4}|\d{2}-\d{3}|\d{4}\s?[A-Z]{2}(?![A-Za-z])|\d{3}\s\d{2}(?!\d)|\d{7}|\d{6}|\d{5}|\d{4}`;
const postal = String.raw`(?:[A-Z]{1,3}[-\s])?(?:${digits})`;

const codeThenTown = new RegExp(String.raw`^(?:〒\s?)?(${postal})\s+(\D*\p{L}\D*)$`, "u");
const townThenCode = new RegExp(String.raw`^(\p{L}.*?)[\s,-]+(${british}|${canadian}|${postal})$`, "u");
const stateThenCode = /^([A-Z]{2})\s+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/;
const townStateCode = /^(\p{L}[\p{L}\s.'-]*?),?\s+([A-Z]{2})\s+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/u;
const codeOnly = new RegExp(`^(?:〒\\s?)?(${british}|${canadian}|${postal})$`, "u");
/** A street with its number, then the code without a comma between them. */
const joined = new RegExp(String.raw`^(.*\d\s?[a-zA-Z]?)\s+(${postal})\s+(\p{L}\D*)$`, "u");
const japanese =
  /^(?:〒?\s*(\d{3}-?\d{4})\s*)?(東京都|北海道|京都府|大阪府|\S{2,3}県)\s*(\S+?郡\S+?[町村]|\S+?市(?:\S+?区)?|\S+?区)\s*(\S.*)$/;

/** A postal code and a town: `10119 Berlin`, `London SW1A 2AA`, `Springfield, IL 62701`. Undefined for anything else. */
export function readTown(typed: string): AddressParts | undefined {
  const text = plainAddress(typed);
  const american = townStateCode.exec(text);
  if (american) return { city: american[1] ?? "", state: american[2] ?? "", postal_code: american[3] ?? "" };
  const ofEurope = codeThenTown.exec(text);
  if (ofEurope) return { postal_code: ofEurope[1] ?? "", city: tidy(ofEurope[2] ?? "") };
  const ofIslands = townThenCode.exec(text);
  return ofIslands ? { city: tidy(ofIslands[1] ?? ""), postal_code: ofIslands[2] ?? "" } : undefined;
}

/** A code alone, whatever its country. */
export function isPostalCode(text: string): boolean {
  return codeOnly.test(plainAddress(text));
}

/** The parts of a whole address. Without a town that is surely one, only `line1`. */
export function readAddress(typed: string): AddressParts {
  const text = plainAddress(typed);
  const ofJapan = /[都道府県]/.test(text) ? japanese.exec(text) : null;
  if (ofJapan) {
    const [, code, state = "", city = "", line1 = ""] = ofJapan;
    return { ...(code !== undefined && { postal_code: code }), state, city, line1, country: "JP" };
  }
  const parts = text
    .split(/[\n;,、]+/)
    .map(tidy)
    .filter((part) => part !== "");
  const country = parts.length > 1 ? readCountry(parts.at(-1) ?? "") : undefined;
  const rest = country === undefined ? parts : parts.slice(0, -1);
  const found = ofAmerica(rest) ?? ofTown(rest) ?? ofEnds(rest) ?? ofOneLine(rest);
  return { ...(found ?? { line1: rest.join(", ") }), ...(country !== undefined && { country }) };
}

/** One of the parts is a code with its town. What stands behind it is its state, or its district. */
function ofTown(parts: readonly string[]): AddressParts | undefined {
  const at = parts.findIndex((part, place) => place > 0 && readTown(part) !== undefined);
  if (at === -1) return undefined;
  const town = readTown(parts[at] ?? "");
  if (!town || parts.length > at + 2) return undefined;
  const state = parts[at + 1];
  return { ...lines(parts.slice(0, at)), ...town, ...(state !== undefined && { state }) };
}

/** `…, Springfield, IL 62701`. */
function ofAmerica(parts: readonly string[]): AddressParts | undefined {
  const [, state, code] = stateThenCode.exec(parts.at(-1) ?? "") ?? [];
  if (state === undefined || code === undefined || parts.length < 3) return undefined;
  return { ...lines(parts.slice(0, -2)), city: parts.at(-2) ?? "", state, postal_code: code };
}

/** A code at the end: `…, London, SW1A 2AA`, or `street, town, region, code` as shops join them. */
function ofEnds(parts: readonly string[]): AddressParts | undefined {
  const code = parts.at(-1) ?? "";
  if (!isPostalCode(code) || parts.length < 3) return undefined;
  const before = parts.at(-2) ?? "";
  if (/\d/.test(before)) return undefined;
  const [, city, state] = /^(.*\S)\s+-\s+(\S+)$/.exec(before) ?? [];
  if (city !== undefined && state !== undefined)
    return { ...lines(parts.slice(0, -2)), city, state, postal_code: code };
  const isRegion = parts.length > 3 && !/\d/.test(parts.at(-3) ?? "");
  if (!isRegion) return { ...lines(parts.slice(0, -2)), city: before, postal_code: code };
  return { ...lines(parts.slice(0, -3)), city: parts.at(-3) ?? "", state: before, postal_code: code };
}

function ofOneLine(parts: readonly string[]): AddressParts | undefined {
  const match = parts.length === 1 ? joined.exec(parts[0] ?? "") : null;
  if (match) return { line1: tidy(match[1] ?? ""), postal_code: match[2] ?? "", city: tidy(match[3] ?? "") };
  // A street with its number and a town, without a code.
  const [line1 = "", city = ""] = parts;
  return parts.length === 2 && /\d/.test(line1) && !/\d/.test(city) ? { line1, city } : undefined;
}

/**
 * A number alone in its part belongs to the street before it: `Av. Paulista, 1000`. What stands before a street with its
 * number is a house or a person: `Rose House, Main Street 12`.
 */
function lines(parts: readonly string[]): AddressParts {
  const [first = "", second, ...rest] = parts;
  if (second !== undefined && /^(?:n[º°o.]*\s*)?\d+\s?[a-zA-Z]?$/i.test(second) && !/\d/.test(first))
    return withSecond(`${first}, ${second}`, rest);
  if (second !== undefined && !/\d/.test(first) && /\d/.test(second))
    return withSecond(second, [first, ...rest]);
  return withSecond(first, second === undefined ? [] : [second, ...rest]);
}

function withSecond(line1: string, rest: readonly string[]): AddressParts {
  return { line1, ...(rest.length > 0 && { line2: rest.join(", ") }) };
}

function plainAddress(text: string): string {
  return asciiDigits(text.normalize("NFC")).trim();
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
