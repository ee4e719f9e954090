import type { PracticeTexts, Words } from "./en.ts";

export const ar: PracticeTexts = {
  title: "تدريب",
  you: "أنت",
  stop: (number: number) => `المحطة ${number} من 3`,
  madeUp: "هذه المحطات وهمية. لا يُرسَل شيء مما تضغطه ولا يُحفَظ.",
  scan: (words: Words) =>
    `اضغط «${words.arrived}» ثم «${words.pickUp}». امسح الملصق على ورقتك المطبوعة، أو اكتب آخر 4 خانات من الرقم. ثم اضغط «${words.pickedUp}».`,
  cellar: (words: Words) =>
    `المستلم في قبو بلا شبكة. اضغط «${words.arrived}» ثم «${words.handOver}». اطلب توقيعًا واضغط «${words.deliver}».`,
  upstairs: () => "يحتفظ الهاتف بما ضغطته. ويرسل كل شيء بنفسه حالما تتوفر الشبكة.",
  absent: (words: Words) =>
    `لا أحد يفتح الباب. اضغط «${words.arrived}» ثم «${words.cannotDeliver}». اختر «${words.recipient_unavailable}» واضغط «${words.send}».`,
  over: () => "انتهت المحطات الثلاث. اليوم الحقيقي لا يختلف عن هذا.",
  goUp: "العودة إلى الأعلى",
  again: "تدرّب مرة أخرى",
  end: "إنهاء التدريب",
  staysHere: "أثناء التدريب لا يُفتح أي تطبيق آخر.",
  street: (number: number) => `شارع التدريب ${number}`,
  bakery: "مخبز",
  cellarBar: "قبو المطعم",
  thirdFloor: "الطابق الثالث",
};
