/** @jsxImportSource preact */
import { useId } from "preact/hooks";
import type { Texts } from "../texts/en.ts";
import { useTexts } from "../texts.ts";

/** The words whose text is plain. */
type Word = { [K in keyof Texts]: Texts[K] extends string ? K : never }[keyof Texts];

interface Props {
  legend: string;
  options: readonly Word[];
  value: string;
  onChange(value: string): void;
}

/** One of a few words, each a big target. */
export function Choice({ legend, options, value, onChange }: Props) {
  const texts = useTexts();
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option} class="check">
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {texts[option]}
        </label>
      ))}
    </fieldset>
  );
}
