import type { PracticeTexts, Words } from "./en.ts";

export const he: PracticeTexts = {
  title: "תרגול",
  you: "את/ה",
  stop: (number: number) => `תחנה ${number} מתוך 3`,
  madeUp: "התחנות האלה בדויות. שום הקשה לא נשלחת ולא נשמרת.",
  scan: (words: Words) =>
    `הקישו על „${words.arrived}” ואז על „${words.pickUp}”. סרקו את התווית שבדף המודפס, או הקלידו את 4 התווים האחרונים של המספר. אחר כך הקישו על „${words.pickedUp}”.`,
  cellar: (words: Words) =>
    `הנמען במרתף בלי רשת. הקישו על „${words.arrived}” ואז על „${words.handOver}”. בקשו חתימה, והקישו על „${words.deliver}”.`,
  upstairs: () => "הטלפון שומר את מה שהקשתם. הוא ישלח הכול בעצמו ברגע שתהיה רשת.",
  absent: (words: Words) =>
    `איש אינו פותח את הדלת. הקישו על „${words.arrived}” ואז על „${words.cannotDeliver}”. בחרו „${words.recipient_unavailable}” והקישו על „${words.send}”.`,
  over: () => "אלה היו כל השלוש. יום אמיתי אינו שונה.",
  goUp: "חזרה למעלה",
  again: "תרגול נוסף",
  end: "סיום התרגול",
  staysHere: "בתרגול לא נפתחת שום אפליקציה אחרת.",
  street: (number: number) => `רחוב התרגול ${number}`,
  bakery: "מאפייה",
  cellarBar: "מרתף יין",
  thirdFloor: "קומה שלישית",
};
