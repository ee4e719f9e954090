/** What only mails say to recipients and to customers who order, and the page that stops them. The rest is said as on the recipient's page. */
export const en = {
  approaching: "Your parcel arrives soon",
  beReady: "The driver is on the way to you. Please be there to receive it.",
  delayed: "Your delivery has a new time",
  moved: "The sender moved the delivery.",
  follow: "Follow your parcel",
  why: "You get this email because the sender gave your address for this delivery.",
  stop: "Stop emails about this delivery",

  stopTitle: "Stop emails about this delivery?",
  stopSentence: "You then get no more emails about this parcel. The page that shows where it is stays.",
  stopButton: "Stop emails",
  stoppedTitle: "Emails stopped",
  stopped: "You get no more emails about this delivery.",
  unknownTitle: "Link not found",
  unknown: "The link may be incomplete, or the delivery was deleted.",

  code: "Your code",
  codeUse: "Enter it on the page where you order. It works for 15 minutes.",
  codeWhy: "If nobody at your place asked for it, do nothing. Give it to nobody.",
};

export type MailTexts = typeof en;
