import type { MailTexts } from "./en.ts";

export const tr: MailTexts = {
  approaching: "Paketiniz birazdan varıyor",
  beReady: "Sürücü size doğru yolda. Lütfen paketi almak için adreste olun.",
  delayed: "Teslimatınızın saati değişti",
  moved: "Gönderici teslimatın saatini değiştirdi.",
  follow: "Paketinizi takip edin",
  why: "Bu e-postayı, gönderici bu teslimat için adresinizi verdiği için alıyorsunuz.",
  stop: "Bu teslimat hakkında e-posta gönderme",

  stopTitle: "Bu teslimat hakkındaki e-postalar durdurulsun mu?",
  stopSentence:
    "Bu paket hakkında başka e-posta almayacaksınız. Paketin nerede olduğunu gösteren sayfa açık kalır.",
  stopButton: "E-postaları durdur",
  stoppedTitle: "E-postalar durduruldu",
  stopped: "Bu teslimat hakkında başka e-posta almayacaksınız.",
  unknownTitle: "Bağlantı bulunamadı",
  unknown: "Bağlantı eksik olabilir veya teslimat silinmiş olabilir.",

  code: "Kodunuz",
  codeUse: "Kodu sipariş verdiğiniz sayfaya girin. 15 dakika geçerlidir.",
  codeWhy: "Sizde kimse istemediyse bir şey yapmayın. Kodu kimseye vermeyin.",
};
