/** @jsxImportSource preact */
import type { ComponentChildren, JSX } from "preact";
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
    "aria-describedby": described || undefined,
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

type InputProps = FieldProps & Omit<JSX.IntrinsicElements["input"], "id" | "label">;

export function TextField({ id, label, fault, ...input }: InputProps) {
  return (
    <Field id={id} label={label} fault={fault}>
      <input {...controlProps({ id, fault })} {...input} />
    </Field>
  );
}
