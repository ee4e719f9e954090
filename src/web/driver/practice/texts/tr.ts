import type { PracticeTexts, Words } from "./en.ts";

export const tr: PracticeTexts = {
  title: "Alıştırma",
  you: "Sen",
  stop: (number: number) => `3 duraktan ${number}. durak`,
  madeUp: "Bu duraklar uydurmadır. Dokunduğun hiçbir şey gönderilmez ve saklanmaz.",
  scan: (words: Words) =>
    `Önce “${words.arrived}”, sonra “${words.pickUp}” düğmesine dokun. Basılı sayfandaki etiketi tara ya da numaranın son 4 karakterini yaz. Sonra “${words.pickedUp}” düğmesine dokun.`,
  cellar: (words: Words) =>
    `Alıcı, ağın çekmediği bir bodrumda. Önce “${words.arrived}”, sonra “${words.handOver}” düğmesine dokun. Birine imzalat ve “${words.deliver}” düğmesine dokun.`,
  upstairs: () => "Telefon dokunduklarını saklar. Ağ gelir gelmez hepsini kendisi gönderir.",
  absent: (words: Words) =>
    `Kapıyı açan yok. Önce “${words.arrived}”, sonra “${words.cannotDeliver}” düğmesine dokun. “${words.recipient_unavailable}” seçeneğini seç ve “${words.send}” düğmesine dokun.`,
  over: () => "Üçü de bitti. Gerçek bir gün de böyledir.",
  goUp: "Yukarı geri çık",
  again: "Yeniden alıştırma yap",
  end: "Alıştırmayı bitir",
  staysHere: "Alıştırmada başka uygulama açılmaz.",
  street: (number: number) => `Alıştırma Sokağı ${number}`,
  bakery: "Fırın",
  cellarBar: "Şarap mahzeni",
  thirdFloor: "Üçüncü kat",
};
