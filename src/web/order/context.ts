import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useWords, type Words } from "./texts.ts";
import type { OrderForm } from "./wire.ts";

/** The form that the link has opened, for everything on the page. */

export const FormContext = createContext<OrderForm | undefined>(undefined);

interface FormWords extends Words {
  form: OrderForm;
  /** Who delivers, for sentences. */
  firm: string;
}

/** @throws Error outside of an open form */
export function useForm(): FormWords {
  const form = useContext(FormContext);
  const words = useWords();
  if (form === undefined) throw new Error("there is no form here");
  return { ...words, form, firm: words.named(form.sender) };
}
