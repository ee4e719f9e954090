import { countryCodes } from "@/infra/geography/country.ts";
import { folded } from "@/infra/text/words.ts";
import { pageLanguages, type VehicleType } from "../../../model/model.ts";
import type { CellValues } from "./field.ts";

/** Names of countries and languages in thirteen languages, and words for choices. Pure. */

const countryAliases: Readonly<Record<string, string>> = {
  uk: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  "great britain": "GB",
  "northern ireland": "GB",
  usa: "US",
  "u s a": "US",
  "u s": "US",
  "united states of america": "US",
  brd: "DE",
  d: "DE",
  a: "AT",
  f: "FR",
  i: "IT",
  e: "ES",
  holland: "NL",
  deu: "DE",
  ger: "DE",
  aut: "AT",
  che: "CH",
  gbr: "GB",
  fra: "FR",
  ita: "IT",
  esp: "ES",
  prt: "PT",
  nld: "NL",
  bel: "BE",
  pol: "PL",
  tur: "TR",
  ukr: "UA",
  jpn: "JP",
  isr: "IL",
  bra: "BR",
  can: "CA",
};

/** By language, made when a name of it is looked for first. */
const countries = new Map<string, ReadonlyMap<string, string>>();

/** ISO 3166-1 alpha-2 of a code or a name; undefined for what is no country. */
export function readCountry(typed: string): string | undefined {
  const code = typed.trim().toUpperCase();
  if (countryCodes.includes(code)) return code;
  const name = folded(typed)
    .replaceAll(/[.\s]+/g, " ")
    .trim();
  if (name === "") return undefined;
  if (Object.hasOwn(countryAliases, name)) return countryAliases[name];
  for (const language of pageLanguages) {
    const found = countriesIn(language).get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function countriesIn(language: string): ReadonlyMap<string, string> {
  const kept = countries.get(language);
  if (kept) return kept;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const made = new Map(countryCodes.map((code) => [folded(names.of(code) ?? code), code]));
  countries.set(language, made);
  return made;
}

/** A BCP 47 tag, or the name of one of the thirteen languages in itself, in English or in another of them. */
export function readLanguage(typed: string): string | undefined {
  const text = typed.trim();
  const name = folded(text);
  for (const language of pageLanguages) {
    const names = new Intl.DisplayNames(language, { type: "language" });
    const found = pageLanguages.find((each) => folded(names.of(each) ?? "") === name);
    if (found !== undefined) return found;
  }
  return /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(text) ? text.replaceAll("_", "-") : undefined;
}

const yes =
  "yes,y,true,1,x,ok,on,ja,j,oui,o,vrai,si,s,sim,verdadeiro,vero,verdadero,tak,t,prawda,evet,e,dogru,так,так є,نعم,כן,はい,有,○,✓,✔,☑";
const no = "no,n,false,0,-,off,nein,non,faux,nao,falso,nee,nie,falsz,hayir,h,yanlis,ні,لا,לא,いいえ,無,×,✗,☐";
const yesWords = new Set(yes.split(",").map(folded));
const noWords = new Set(no.split(",").map(folded));

/** Undefined for any other word. */
export function readYesNo(typed: string): boolean | undefined {
  const word = folded(typed);
  if (yesWords.has(word)) return true;
  return noWords.has(word) ? false : undefined;
}

const undeliverable: readonly [CellValues["undeliverable"], RegExp][] = [
  [
    "return",
    /^(return|back|zuruck|retour|devol|reso|torna|ritorn|zwrot|zwroc|iade|поверн|إرجاع|ارجاع|החזר|返送|返品)/,
  ],
  [
    "leave_at_door",
    /^(leave|door|at door|safe place|abstell|vor die tur|vor der tur|an der tur|ablegen|deposer|devant|dejar|puerta|lascia|porta|deixar|achterlat|voor de deur|zostaw|pod drzwi|kapi|залиш|під двер|اترك|להשאיר|ליד הדלת|置き配|玄関)/,
  ],
  [
    "discard",
    /^(discard|dispose|destroy|entsorg|vernicht|jeter|detrui|desech|destruir|gett|smalti|descart|weggooi|vernietig|wyrzuc|utyliz|imha|at$|знищ|утиліз|إتلاف|להשמיד|廃棄)/,
  ],
];

export function readUndeliverable(typed: string): CellValues["undeliverable"] | undefined {
  return chosen(undeliverable, typed);
}

const vehicles: readonly [VehicleType, RegExp][] = [
  [
    "cargo_bike",
    /cargo ?bi|lasten|cargo ?velo|velo ?cargo|bici ?carg|bicicleta de carga|bakfiets|rower ?cargo|kargo bisiklet|вантажн\p{L}* велос|カーゴ/u,
  ],
  [
    "motorbike",
    /motor ?bike|motorcycle|moto|scooter|roller|mofa|moped|skuter|motosiklet|мото|скутер|دراجة نارية|אופנוע|バイク|原付/,
  ],
  ["bicycle", /bicycle|bike|^rad$|fahrrad|velo|bici|fiets|rower|bisiklet|велос|دراجة|אופניים|自転車/],
  [
    "van",
    /^van$|transporter|sprinter|camionnette|fourgon|furgon|bestelbus|bestelwagen|bus$|dostawcz|minivan|kamyonet|фургон|мікроавтобус|فان|ואן|バン/,
  ],
  ["truck", /truck|lorry|lkw|camion|vrachtwagen|ciezar|kamyon|вантажів|شاحنة|משאית|トラック/],
  ["car", /^car$|auto|pkw|voiture|coche|carro|macchina|samoch|araba|otomobil|авто|سيارة|רכב|מכונית|車/],
  ["on_foot", /foot|walk|fuss|pied|pie$|piedi|voet|pieszo|yaya|пішк|مشي|רגל|徒歩/],
];

export function readVehicle(typed: string): VehicleType | undefined {
  return chosen(vehicles, typed);
}

/** As it is typed too: without its marks a word of Japanese is another one. */
function chosen<T>(choices: readonly (readonly [T, RegExp])[], typed: string): T | undefined {
  const texts = [folded(typed).replaceAll(/[_-]/g, " "), typed.trim().toLowerCase()];
  return choices.find(([, pattern]) => texts.some((text) => pattern.test(text)))?.[0];
}
