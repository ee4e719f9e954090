import type { WriteCode } from "../../delivery/orders/order-forms/mailing.ts";
import { loadMailTexts } from "./texts.ts";

/** The mail with the code that shows a customer earlier orders. Nothing in it comes from callers but the sender's name. */
export const writeCode: WriteCode = async ({ language, senderName, code }) => {
  const own = await loadMailTexts(language);
  const colon = language === "fr" ? "\u202F:" : ":";
  const headline = `${own.code}${colon} ${code}`;
  return { subject: headline, text: `${[senderName, headline, own.codeUse, own.codeWhy].join("\n\n")}\n` };
};
