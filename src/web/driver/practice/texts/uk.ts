import type { PracticeTexts, Words } from "./en.ts";

export const uk: PracticeTexts = {
  title: "Тренування",
  you: "Ви",
  stop: (number: number) => `Зупинка ${number} з 3`,
  madeUp: "Ці зупинки вигадані. Нічого з натиснутого не надсилається й не зберігається.",
  scan: (words: Words) =>
    `Натисніть «${words.arrived}», потім «${words.pickUp}». Відскануйте етикетку на роздрукованій сторінці або введіть 4 останні символи номера. Потім натисніть «${words.pickedUp}».`,
  cellar: (words: Words) =>
    `Одержувач у підвалі без мережі. Натисніть «${words.arrived}», потім «${words.handOver}». Попросіть підпис і натисніть «${words.deliver}».`,
  upstairs: () => "Телефон зберігає те, що ви натиснули. Він сам надішле все, щойно з’явиться мережа.",
  absent: (words: Words) =>
    `Ніхто не відчиняє дверей. Натисніть «${words.arrived}», потім «${words.cannotDeliver}». Виберіть «${words.recipient_unavailable}» і натисніть «${words.send}».`,
  over: () => "Це були всі три. Справжній день нічим не відрізняється.",
  goUp: "Піднятися нагору",
  again: "Потренуватися ще раз",
  end: "Завершити тренування",
  staysHere: "Під час тренування інші застосунки не відкриваються.",
  street: (number: number) => `вул. Навчальна, ${number}`,
  bakery: "Пекарня",
  cellarBar: "Винний підвал",
  thirdFloor: "Третій поверх",
};
