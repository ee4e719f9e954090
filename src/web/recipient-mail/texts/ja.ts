import type { MailTexts } from "./en.ts";

export const ja: MailTexts = {
  approaching: "お荷物がまもなく到着します",
  beReady: "ドライバーがお届け先に向かっています。お受け取りのご準備をお願いします。",
  follow: "お荷物を追跡する",
  why: "差出人がこの配送のためにお客様のアドレスを登録したため、このメールをお送りしています。",
  stop: "この配送に関するメールを停止する",

  stopTitle: "この配送に関するメールを停止しますか？",
  stopSentence:
    "このお荷物に関するメールは今後届きません。お荷物の状況を示すページは引き続きご覧いただけます。",
  stopButton: "メールを停止する",
  stoppedTitle: "メールを停止しました",
  stopped: "この配送に関するメールは今後届きません。",
  unknownTitle: "リンクが見つかりません",
  unknown: "リンクが不完全であるか、配送が削除された可能性があります。",
};
