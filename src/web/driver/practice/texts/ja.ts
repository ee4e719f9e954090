import type { PracticeTexts, Words } from "./en.ts";

export const ja: PracticeTexts = {
  title: "練習",
  you: "あなた",
  stop: (number: number) => `3件中${number}件目`,
  madeUp: "この訪問先は架空です。タップした内容は送信も保存もされません。",
  scan: (words: Words) =>
    `「${words.arrived}」をタップし、次に「${words.pickUp}」をタップします。印刷したページのラベルを読み取るか、番号の最後の4文字を入力します。最後に「${words.pickedUp}」をタップします。`,
  cellar: (words: Words) =>
    `受取人は電波の届かない地下にいます。「${words.arrived}」をタップし、次に「${words.handOver}」をタップします。署名をもらい、「${words.deliver}」をタップします。`,
  upstairs: () => "タップした内容は電話が覚えています。電波が戻ると、自動ですべて送信します。",
  absent: (words: Words) =>
    `誰も出てきません。「${words.arrived}」をタップし、次に「${words.cannotDeliver}」をタップします。「${words.recipient_unavailable}」を選び、「${words.send}」をタップします。`,
  over: () => "3件とも終わりました。本番の日も同じです。",
  goUp: "上に戻る",
  again: "もう一度練習する",
  end: "練習を終える",
  staysHere: "練習中は他のアプリは開きません。",
  street: (number: number) => `練習通り${number}`,
  bakery: "パン屋",
  cellarBar: "ワインセラー",
  thirdFloor: "3階の部屋",
};
