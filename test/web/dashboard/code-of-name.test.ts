import { expect, test } from "bun:test";
import { codeBeside, codeOfName } from "../../../src/web/dashboard/code-of-name.ts";

test.each([
  ["Kurier-Nord", "kurier_nord"],
  ["City Riders", "city_riders"],
  ["  Große Straße & Söhne GmbH ", "grosse_strasse_sohne_gmbh"],
  ["Łódź Ørsted Æther", "lodz_orsted_aether"],
  ["24/7 Express", "express"],
  ["already_a_code", "already_a_code"],
  ["trailing --", "trailing"],
  ["配達", ""],
  [`${"long name ".repeat(8)}`, "long_name_long_name_long_name_long_name"],
])("%s → %s", (name, code) => {
  expect(codeOfName(name)).toBe(code);
  expect(code === "" || /^[a-z][a-z0-9_]{0,39}$/.test(code)).toBe(true);
  expect(codeOfName(code)).toBe(code);
});

test("a code follows its name until somebody has chosen another one", () => {
  expect(codeBeside({ name: "", code: "" }, "Kurier-Nord")).toBe("kurier_nord");
  expect(codeBeside({ name: "Kurier", code: "kurier" }, "Kurier-Nord")).toBe("kurier_nord");
  expect(codeBeside({ name: "Kurier", code: "north" }, "Kurier-Nord")).toBe("north");
});
