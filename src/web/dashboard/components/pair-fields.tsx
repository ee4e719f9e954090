import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType, UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";

/** A name and its value, as typed. */
export interface Pair {
  name: string;
  value: string;
}

/** The part of a form that pairs need. */
interface PairsForm extends Pick<UseFormReturnType<Record<string, unknown>>, "errors"> {
  getInputProps: (path: string) => GetInputPropsReturnType;
  clearFieldError: (path: string) => void;
  insertListItem: (path: string, pair: Pair) => void;
  removeListItem: (path: string, index: number) => void;
}

interface PairFieldsProps {
  form: PairsForm;
  /** Their path in the form. */
  path: string;
  pairs: readonly Pair[];
  /** What a pair is called: `header`. */
  what: string;
  /** Label of the button that adds a pair. */
  add: string;
  placeholder: Pair;
  /** The form path of errors about a pair's value: the API knows a pair by its name, `headers.authorization`. */
  errorPathOf: (name: string) => string;
  /** Whether no more can be added. */
  isFull?: boolean;
}

/** Names and values that people define themselves. */
export function PairFields(props: PairFieldsProps) {
  const { form, path, pairs, what, add, placeholder, errorPathOf, isFull = false } = props;
  const field = (index: number, member: keyof Pair) => {
    const { onChange, ...others } = form.getInputProps(`${path}.${index}.${member}`);
    const change = (event: unknown) => {
      form.clearFieldError(errorPathOf(pairs[index]?.name ?? ""));
      onChange(event);
    };
    return { autoComplete: "off", placeholder: placeholder[member], ...others, onChange: change };
  };
  const remove = (index: number, name: string) => {
    form.clearFieldError(errorPathOf(name));
    form.removeListItem(path, index);
  };
  return (
    <>
      {pairs.map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no name before it is typed
        <Group key={index} wrap="nowrap" align="start" gap="xs">
          <TextInput aria-label={`Name of the ${what}`} flex={2} {...field(index, "name")} />
          <TextInput
            aria-label={`Value of the ${what}`}
            flex={3}
            {...field(index, "value")}
            data-path={errorPathOf(name)}
            error={form.errors[errorPathOf(name)]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={5}
            aria-label={name ? `Remove ${what} ${name}` : `Remove ${what}`}
            onClick={() => remove(index, name)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {!isFull && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => form.insertListItem(path, { name: "", value: "" })}
          >
            {add}
          </Button>
        </Group>
      )}
    </>
  );
}
