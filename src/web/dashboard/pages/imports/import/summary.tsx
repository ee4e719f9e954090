import { Button, Group, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { post, remove } from "@/web/browser/api.ts";
import { Confirm } from "../../../components/confirm.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Permitted } from "../../../components/permitted.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { type Tile, Tiles } from "../../../components/tiles.tsx";
import { useEnvironment } from "../../../environment.ts";
import { formatMoney } from "../../../format.ts";
import { useAction } from "../../../queries.ts";
import { kindWords, nameOf, rowsText } from "../words.ts";
import { fieldLabel } from "./fields.ts";

/** What a confirmation would make, and the button for it. */
export function Summary({ list }: { list: ImportView }) {
  const environment = useEnvironment();
  const path = `/platform/imports/${list.id}` as const;
  const [isDiscarding, setDiscarding] = useState(false);
  const { mutate, error, isPending } = useAction(
    (rows: number, idempotencyKey) => post(`${path}/confirmation`, { rows }, { environment, idempotencyKey }),
    { changes: ["/platform/imports"] },
  );
  const isChecking = list.status === "checking";
  const left = list.rows - list.valid - list.duplicates;
  return (
    <Section title="Summary">
      <Tiles tiles={tilesOf(list, left)} isLoading={false} />
      <Text size="sm" role="status">
        {isChecking ? "Waybill checks the rows." : sentenceOf(list, left)}
      </Text>
      <ForAll list={list} />
      <ActionProblem problem={error} />
      <Permitted needs={kindWords[list.kind].needs}>
        <Group gap="xs">
          <Button
            disabled={isChecking || list.valid === 0}
            loading={isPending}
            onClick={() => mutate(list.valid)}
          >
            Confirm {rowsText(list.valid, list.kind)}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setDiscarding(true)}>
            Discard
          </Button>
        </Group>
      </Permitted>
      {isDiscarding && <Discard list={list} onClose={() => setDiscarding(false)} />}
    </Section>
  );
}

/** What no column and no default says, or nobody can read. */
function ForAll({ list: { kind, columns, faults } }: { list: ImportView }) {
  const ofAll = faults.filter(({ row }) => row === null);
  if (ofAll.length === 0) return null;
  return (
    <Notice tone="warn">
      {ofAll.map(({ column, field, code, detail }) => {
        const header = column === null ? undefined : columns[column]?.header;
        return (
          <div key={`${column} ${field} ${code}`}>
            {header || (field === null ? "The list" : fieldLabel(kind, field))} {detail}.
          </div>
        );
      })}
    </Notice>
  );
}

function tilesOf({ kind, valid, duplicates, prices, will_be_told }: ImportView, left: number): Tile[] {
  const tiles = [
    { label: kindWords[kind].title, value: String(valid), note: "Ready to create" },
    { label: "To correct", value: String(left), note: left === 0 ? "No faults" : "Left out until then" },
    { label: "Duplicates", value: String(duplicates), note: duplicates === 0 ? "None" : "Left out" },
  ];
  if (kind !== "shipments") return tiles;
  const sum = prices.sum === null ? "—" : formatMoney(prices.sum);
  return [
    ...tiles,
    { label: "Prices", value: sum, note: `Own fleets, ${rowsText(prices.priced_rows, kind)}` },
  ].map((tile) =>
    tile.label === "Orders" ? { ...tile, note: `${will_be_told} will be told by email` } : tile,
  );
}

function sentenceOf({ valid, duplicates }: ImportView, left: number): string {
  if (valid === 0) return "No row can be created yet. Correct what is marked below.";
  return left + duplicates === 0 ? "All rows are ready." : "Rows that are left out are not created.";
}

function Discard({ list, onClose }: { list: ImportView; onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { mutateAsync } = useAction(
    (_: undefined) => remove(`/platform/imports/${list.id}`, { environment }),
    {
      changes: ["/platform/imports"],
      onDone: () => void navigate({ to: "/$environment/imports", params: { environment } }),
    },
  );
  return (
    <Confirm
      title={`Discard ${nameOf(list)}`}
      submit="Discard"
      cancel="Keep it"
      send={() => mutateAsync(undefined)}
      onClose={onClose}
    >
      Nothing of it is created. Your corrections are lost.
    </Confirm>
  );
}
