import { expect, test } from "bun:test";
import { type PageLanguage, pageLanguages } from "../../../../../src/delivery/model/model.ts";
import type { ImportKind } from "../../../../../src/delivery/orders/imports/columns/field.ts";
import { findHeaders, guessColumns } from "../../../../../src/delivery/orders/imports/columns/guessing.ts";
import { atOnce } from "../../../../../src/infra/waiting/turns.ts";

/** Which column means what, from headers in thirteen languages and from cells. */

function fieldsFor(headers: string, samples: string[][] = [], kind: ImportKind = "shipments") {
  return atOnce(guessColumns(headers.split("|"), samples, kind)).map(
    ({ field }) => field?.replace("delivery.", "") ?? null,
  );
}

const sheet = [
  "contact.name",
  "address.line1",
  "address.postal_code",
  "address.city",
  "contact.phone",
  "contact.email",
  "window.date",
  "window.time",
  "parcels.quantity",
  "parcels.weight_grams",
  "instructions",
  "reference",
];

const sheets: Readonly<Record<PageLanguage, string>> = {
  en: "Recipient|Street|Postcode|City|Phone|Email|Delivery date|Time|Parcels|Weight|Notes|Order no.",
  de: "Empfänger|Straße|PLZ|Ort|Telefon|E-Mailadresse|Liefertag|Uhrzeit|Pakete|Gewicht|Bemerkung|Bestellnr.",
  fr: "Destinataire|Rue|Code postal|Ville|Téléphone|Courriel|Date de livraison|Créneau|Colis|Poids|Remarques|N° de commande",
  es: "Destinatario|Calle|Código postal|Ciudad|Teléfono|Correo|Fecha|Hora|Bultos|Peso|Observaciones|N.º de pedido",
  it: "Destinatario|Via|CAP|Città|Telefono|Mail|Data|Orario|Colli|Peso|Note|Ordine",
  pt: "Destinatário|Rua|CEP|Cidade|Telefone|Email|Data|Horário|Volumes|Peso|Observações|Encomenda",
  nl: "Ontvanger|Straat|Postcode|Plaats|Telefoon|E-mailadres|Bezorgdatum|Tijdvak|Pakketten|Gewicht|Opmerkingen|Ordernummer",
  pl: "Odbiorca|Ulica|Kod pocztowy|Miasto|Telefon|Email|Data|Godzina|Paczki|Waga|Uwagi|Nr zamówienia",
  tr: "Alıcı|Adres satırı 1|Posta kodu|Şehir|Telefon|E-posta|Tarih|Saat|Koli|Ağırlık|Notlar|Sipariş no",
  uk: "Отримувач|Вулиця|Індекс|Місто|Телефон|Електронна пошта|Дата|Час|Посилки|Вага|Примітка|Номер замовлення",
  ar: "اسم المستلم|الشارع|الرمز البريدي|المدينة|رقم الهاتف|البريد الإلكتروني|التاريخ|الوقت|الطرود|الوزن|ملاحظات|رقم الطلب",
  he: 'שם הנמען|רחוב|מיקוד|עיר|טלפון|דוא"ל|תאריך|שעה|חבילות|משקל|הערות|מספר הזמנה',
  ja: "お届け先氏名|番地|郵便番号|市区町村|電話番号|メールアドレス|配達希望日|時間帯|個数|重量|備考|注文番号",
};

test.each([...pageLanguages])("a sheet in %s needs no column changed", (language) => {
  expect(fieldsFor(sheets[language])).toEqual(sheet);
});

test("no field is given twice, and the header that names its stop has it", () => {
  expect(fieldsFor("Phone|Shipping Phone|Billing Phone")).toEqual([null, "contact.phone", null]);
  expect(fieldsFor("Datum|Bestelldatum|Liefertermin")).toEqual([null, null, "window.date"]);
});

test("a recipient with a number is a name beside a street, and an address without one", () => {
  const row = ["Studio 54", "Oranienstr. 5", "10997", "Berlin"];
  expect(fieldsFor("Recipient|Street|ZIP|City", [row])).toEqual(sheet.slice(0, 4));
  expect(fieldsFor("An|Adresse|PLZ|Ort", [row])).toEqual(sheet.slice(0, 4));
  expect(fieldsFor("To|ZIP|City", [["Oranienstr. 5", "10997", "Berlin"]])[0]).toBe("address");
});

test("a bill counts only where nothing else says it", () => {
  const bill = "Billing Name|Billing Address 1|Billing City|Billing Phone";
  expect(fieldsFor(bill)).toEqual(["contact.name", "address.line1", "address.city", "contact.phone"]);
  expect(fieldsFor(`${bill}|Shipping Name|Shipping Address 1|Shipping City`)).toEqual([
    ...[null, null, null, "contact.phone"],
    ...["contact.name", "address.line1", "address.city"],
  ]);
});

test("the order grid of Magento has an address in one cell", () => {
  const address = "6146 Honey Bluff Parkway,Calder,Michigan,49628-7978";
  const grid =
    "ID|Purchase Point|Purchase Date|Bill-to Name|Ship-to Name|Grand Total (Base)|Status|Billing Address|Shipping Address|Shipping Information|Customer Email|Customer Group|Subtotal|Shipping and Handling|Payment Method";
  const row = [
    "000000012",
    "Main Website",
    "Nov 27, 2026",
    "Veronica Costello",
    "Veronica Costello",
    "$36.39",
  ];
  const rest = [
    "Pending",
    address,
    address,
    "Flat Rate - Fixed",
    "v@example.com",
    "General",
    "$31.39",
    "$5.00",
    "checkmo",
  ];
  const fields = fieldsFor(grid, [[...row, ...rest]]);
  expect(Object.fromEntries(grid.split("|").map((header, index) => [header, fields[index]]))).toMatchObject({
    ID: "reference",
    "Ship-to Name": "contact.name",
    "Shipping Address": "address",
    "Customer Email": "contact.email",
  });
  expect(fields.filter((field) => field !== null)).toHaveLength(4);
});

test("columns of two stops are told apart", () => {
  expect(fieldsFor("Abholung|Straße|PLZ|Ort|Lieferung|Straße|PLZ|Ort")).toEqual([
    ...["pickup.contact.name", "pickup.address.line1", "pickup.address.postal_code", "pickup.address.city"],
    ...["contact.name", "address.line1", "address.postal_code", "address.city"],
  ]);
  expect(fieldsFor("Abholadresse|Abholzeit|Lieferadresse|Lieferzeit")).toEqual([
    "pickup.address",
    "pickup.window.time",
    "address",
    "window.time",
  ]);
});

test("names and streets may stand in two columns", () => {
  expect(fieldsFor("Vorname|Nachname|Straße|Hausnummer")).toEqual([
    ...["contact.first_name", "contact.last_name", "address.line1", "address.house_number"],
  ]);
  expect(fieldsFor("Vorname|Name")).toEqual(["contact.first_name", "contact.last_name"]);
  expect(fieldsFor("Nombre|Apellidos")).toEqual(["contact.first_name", "contact.last_name"]);
  expect(fieldsFor("Name|Vorname|Nachname")).toEqual(["contact.name", null, null]);
});

test("what a header says of units is kept", () => {
  const units = (header: string) =>
    atOnce(guessColumns([header], [], "shipments")).map(({ unit }) => unit)[0] ?? null;
  expect(["Gewicht (kg)", "Weight in lb", "Poids [g]", "Вага, кг", "Weight"].map(units)).toEqual([
    ...["kg", "lb", "g", "kg", null],
  ] as ReturnType<typeof units>[]);
});

test("without headers the cells tell", () => {
  const rows = [
    ["Anna Kurz", "Torstr. 12", "10119 Berlin", "0151 12345678", "anna@example.com"],
    ["Bert Lang", "Lindenstr. 3a", "10969 Berlin", "+49 151 12345679", ""],
  ];
  expect(findHeaders(rows)).toBeNull();
  expect(fieldsFor("||||", rows)).toEqual([
    "contact.name",
    "address.line1",
    "address.town",
    "contact.phone",
    "contact.email",
  ]);
});

test("a header that no language has leaves its column alone, unless the cells are surely one thing", () => {
  expect(fieldsFor("Foo|Bar|Baz", [["red", "anna@example.com", "2026-11-28"]])).toEqual([
    null,
    "contact.email",
    null,
  ]);
});

test("headers may stand below a title, and are not taken for data", () => {
  expect(findHeaders([["Orders of tomorrow"], [], ["Name", "Straße", "Telefon"], ["A", "B", "C"]])).toBe(2);
  expect(
    findHeaders([
      ["Foo", "Bar"],
      ["a", "b"],
    ]),
  ).toBe(0);
  expect(findHeaders([["", ""]])).toBeNull();
});

test("contacts and drivers have fields of their own", () => {
  expect(fieldsFor("Name|Firma|Telefon|Mail|Straße|PLZ|Ort|Datum", [], "contacts")).toEqual([
    ...["name", "company", "phone", "email", "address.line1", "address.postal_code", "address.city", null],
  ]);
  expect(fieldsFor("Fahrer|Handy|Fahrzeug|Kennzeichen|Sprache|Ort", [], "drivers")).toEqual([
    ...["name", "phone", "vehicle.type", "vehicle.plate", "language", null],
  ]);
});
