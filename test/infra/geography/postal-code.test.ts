import { expect, test } from "bun:test";
import { plainPostal } from "../../../src/infra/geography/postal-code.ts";

test.each([
  ["D-70173", "DE", "70173"],
  ["d 70173", "DE", "70173"],
  ["DE–70173", "DE", "70173"],
  ["A-1010", "AT", "1010"],
  ["L-1009", "LU", "1009"],
  ["SE-113 51", "SE", "113 51"],
  ["FL-9490", "LI", "9490"],
  ["１００－０００１", "JP", "100-0001"],
  ["٧٠١٧٣", "DE", "70173"],
  ["CA-K1A 0B1", "CA", "K1A 0B1"],
  ["AD", "AD", ""],
  // Letters that are no sign stay.
  ["je2 3ab", "JE", "JE2 3AB"],
  ["D02 X285", "IE", "D02 X285"],
  ["C1425", "AR", "C1425"],
  ["D-70173", "AT", "D-70173"],
])("%s in %s is %s", (text, country, plain) => {
  expect(plainPostal(text, [country])).toBe(plain);
});
