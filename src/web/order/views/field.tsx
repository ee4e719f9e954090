/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import type { Draft, DraftField } from "../draft.ts";
import type { Faults } from "../faults.ts";

/** What a part of the order form needs. */
export interface FieldsProps {
  draft: Draft;
  faults: Faults;
  change: (field: DraftField, value: string) => void;
}

interface FieldProps {
  /** Of the element; what is wrong with it stands under `<id>-fault`. */
  id: string;
  label: string;
  fault?: string | undefined;
}

interface ControlProps extends Pick<FieldProps, "id" | "fault"> {
  /** Id of what else describes it. */
  hint?: string;
}

/** What ties a control to its label and to what is wrong with it. */
export function controlProps({ id, fault, hint }: ControlProps) {
  const described = [fault !== undefined && `${id}-fault`, hint].filter(Boolean).join(" ");
  return {
    id,
    name: id,
    autocomplete: "off",
    "aria-invalid": fault !== undefined,
    ...(described !== "" && { "aria-describedby": described }),
  };
}

export function Field({ id, label, fault, children }: FieldProps & { children: ComponentChildren }) {
  return (
    <div>
      <label for={id}>{label}</label>
      {children}
      {fault !== undefined && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  value: string;
  onInput: (event: { currentTarget: HTMLInputElement }) => void;
  required?: boolean;
  inputMode?: "text" | "tel" | "numeric" | "decimal";
  /** What is always written from left to right says so. */
  dir?: "auto" | "ltr";
  autocomplete?: "off" | "one-time-code";
  class?: string;
}

export function TextField({
  id,
  label,
  fault,
  inputMode = "text",
  required = false,
  dir = "auto",
  autocomplete = "off",
  class: name = "",
  value,
  onInput,
}: TextFieldProps) {
  return (
    <Field id={id} label={label} fault={fault}>
      <input
        {...controlProps({ id, fault })}
        inputMode={inputMode}
        required={required}
        dir={dir}
        autocomplete={autocomplete}
        class={name}
        value={value}
        onInput={onInput}
      />
    </Field>
  );
}
