import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { TokenView, TokenWithSecretView } from "@/access/tokens/schema.ts";
import { patch, post } from "../../../browser/api.ts";
import { isActive } from "../../components/credential/credential.ts";
import { type TokenFormProps, TokenList } from "../../components/credential/token-list.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { useAction } from "../../queries.ts";
import { useDriver } from "./use-driver.ts";

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
      more={(changes, mayChange) => [
        {
          title: "Times of positions",
          cell: (token) =>
            token.kind === "positions" && (
              <TimeSource token={token} changes={changes} mayChange={mayChange} />
            ),
        },
      ]}
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

const timeSources = [
  { value: "device", label: "Of the app" },
  { value: "server", label: "Of arrival" },
];

interface TimeSourceProps {
  token: TokenView;
  changes: readonly string[];
  mayChange: boolean;
}

/** Whose clock counts. The app goes on with its token. */
function TimeSource({ token, changes, mayChange }: TimeSourceProps) {
  const { path, call } = useDriver();
  const { id, name, time_source: source } = token;
  const change = useAction((time_source: string) => patch(`${path}/tokens/${id}`, { time_source }, call), {
    changes,
    success: `${name} changed.`,
  });
  if (!mayChange || !isActive(token)) return timeSources.find(({ value }) => value === source)?.label;
  return (
    <>
      <Select
        aria-label={`Times of positions of ${name}`}
        size="xs"
        data={timeSources}
        value={change.isPending ? change.variables : source}
        allowDeselect={false}
        disabled={change.isPending}
        onChange={(value) => value !== null && change.mutate(value)}
      />
      <ActionProblem problem={change.error} />
    </>
  );
}

interface Values extends Record<string, unknown> {
  name: string;
  kind: string;
  time_source: string;
}

function CreateDriverToken({ changes, onClose, onCreated }: TokenFormProps) {
  const { path, call } = useDriver();
  const form = useForm<Values>({ initialValues: { name: "", kind: "positions", time_source: "device" } });
  const create = useAction(
    ({ time_source, ...input }: Values, idempotencyKey) => {
      const body = input.kind === "positions" ? { ...input, time_source } : input;
      return post(`${path}/tokens`, body, { ...call, idempotencyKey });
    },
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
        {form.getValues().kind === "positions" && (
          <Select
            label="Times of positions"
            description="Those of arrival are for a tracker whose clock is wrong. What it kept without a network then counts late."
            data={timeSources}
            allowDeselect={false}
            {...form.getInputProps("time_source")}
          />
        )}
      </Form>
    </Dialog>
  );
}
