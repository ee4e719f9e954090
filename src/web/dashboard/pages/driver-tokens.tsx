import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { TokenWithSecretView } from "../../../access/tokens/schema.ts";
import { post } from "../api.ts";
import { type TokenFormProps, TokenList } from "../components/credential/token-list.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Form } from "../components/form.tsx";
import { useAction } from "../queries.ts";
import { useDriver } from "./driver/driver.ts";

/** The tokens of apps and programs that a driver uses beside the driver page. */
export function DriverTokensPage() {
  const { path, call, needs } = useDriver();
  return (
    <TokenList
      path={`${path}/tokens`}
      call={call}
      needs={needs}
      lead="For apps that send the driver's positions while the screen is locked, and for programs of your own."
      empty="The driver page needs no token. The Traccar Client and OsmAnd send positions with one."
      form={(form) => <CreateDriverToken {...form} />}
      commandOf={commandOf}
    />
  );
}

/** What a token for positions may do, and what one for the driver's whole API may. */
function commandOf({ kind }: TokenWithSecretView, secret: string): string {
  const api = `${location.origin}/api/v1/driver`;
  return kind === "positions"
    ? `curl "${api}/osmand?id=${secret}&lat=52.52&lon=13.405&accuracy=10"`
    : `curl -H "Authorization: Bearer ${secret}" ${api}/me`;
}

interface Values extends Record<string, unknown> {
  name: string;
  kind: string;
}

function CreateDriverToken({ place: { path, call, changes }, onClose, onCreated }: TokenFormProps) {
  const form = useForm<Values>({ initialValues: { name: "", kind: "positions" } });
  const create = useAction(
    (input: Values, idempotencyKey) => post<TokenWithSecretView>(path, input, { ...call, idempotencyKey }),
    { changes, onDone: onCreated },
  );
  return (
    <Dialog onClose={onClose} title="Create a token">
      <Form form={form} send={create.mutateAsync} submit="Create token" onCancel={onClose}>
        <TextInput
          label="Name"
          description="The app or device that uses it"
          placeholder="Traccar on Kim's phone"
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Select
          label="Use"
          data={[
            { value: "positions", label: "Send positions only" },
            { value: "driver", label: "Everything that the driver may do" },
          ]}
          allowDeselect={false}
          {...form.getInputProps("kind")}
        />
      </Form>
    </Dialog>
  );
}
