import { Checkbox, List, Stack, Text } from "@mantine/core";
import type { MadeCredentialsView } from "../../../../access/people/schema.ts";
import { shortForm } from "../../components/credential/credential.ts";
import { useRead } from "../../queries.ts";

/** Keys and tokens that a person created, and whether they end with what the person loses. Empty without any. */
export function MadeCredentials({
  id,
  isChecked,
  onChange,
}: {
  id: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const { data } = useRead<MadeCredentialsView>(`/account/members/${id}/credentials`);
  const made = data ? [...data.keys, ...data.tokens] : [];
  if (made.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">This person created keys and tokens that go on working:</Text>
      <List size="sm" aria-label="Keys and tokens">
        {made.map((credential) => (
          <List.Item key={credential.id}>
            {credential.name} ({credential.environment}, {shortForm(credential)})
          </List.Item>
        ))}
      </List>
      <Checkbox
        label="Revoke them too"
        description="Programs that use them fail with their next request."
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Stack>
  );
}
