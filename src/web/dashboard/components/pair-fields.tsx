import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType, UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";

/** A name and its value, as somebody types them. */
export interface Pair {
  name: string;
  value: string;
}

/** The members of a form that its pairs need, whatever else it holds. */
interface PairsForm extends Pick<UseFormReturnType<Record<string, unknown>>, "errors"> {
  getInputProps: (path: string) => GetInputPropsReturnType;
  clearFieldError: (path: string) => void;
  insertListItem: (path: string, pair: Pair) => void;
  removeListItem: (path: string, index: number) => void;
}

interface PairFieldsProps {
  form: PairsForm;
  /** Where the form has them. */
  path: string;
  pairs: readonly Pair[];
  /** What one of them is called: `header`. */
  what: string;
  /** What the button says that makes room for another. */
  add: string;
  placeholder: Pair;
  /** The API knows a pair by its name, and so do the faults of its value: `headers.authorization`. */
  faultOf: (name: string) => string;
  /** Whether there can be no more. */
  isFull?: boolean;
}

/** Names and values of the caller's own. */
export function PairFields(props: PairFieldsProps) {
  const { form, path, pairs, what, add, placeholder, faultOf, isFull = false } = props;
  const field = (index: number, member: keyof Pair) => {
    const { onChange, ...others } = form.getInputProps(`${path}.${index}.${member}`);
    const change = (event: unknown) => {
      form.clearFieldError(faultOf(pairs[index]?.name ?? ""));
      onChange(event);
    };
    return { autoComplete: "off", placeholder: placeholder[member], ...others, onChange: change };
  };
  const remove = (index: number, name: string) => {
    form.clearFieldError(faultOf(name));
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
            data-path={faultOf(name)}
            error={form.errors[faultOf(name)]}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={5}
            aria-label={name ? `Remove the ${what} ${name}` : `Remove this ${what}`}
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
