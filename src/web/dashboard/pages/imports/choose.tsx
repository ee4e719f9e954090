import { Button, Card, Group, Radio, Stack, Text, Textarea } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type DragEvent, useRef, useState } from "react";
import type { ImportKind } from "@/delivery/orders/imports/columns/field.ts";
import { isProblem, type Problem } from "@/web/browser/problem.ts";
import { ActionProblem } from "../../components/problem.tsx";
import { useEnvironment } from "../../environment.ts";
import { useAction } from "../../queries.ts";
import { isWorkbook, type List, listTypes, refusal, tooLarge, uploadList } from "./uploading.ts";
import { kindWords } from "./words.ts";
import { readSheetsOf, type Sheet, WorkbookRefused } from "./workbook/reading.ts";

interface Workbook {
  name: string;
  sheets: readonly Sheet[];
}

/** A list from a file or from the clipboard. Of several sheets one is chosen. */
export function ChooseList({ kind }: { kind: ImportKind }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [workbook, setWorkbook] = useState<Workbook>();
  const [unread, setUnread] = useState<Problem | null>(null);
  const [isReading, setReading] = useState(false);
  const { mutate, error, isPending } = useAction(
    (list: List, idempotencyKey) => uploadList(list, { environment, kind, idempotencyKey }),
    {
      changes: ["/platform/imports"],
      onDone: ({ id }) =>
        void navigate({ to: "/$environment/imports/$importId", params: { environment, importId: id } }),
    },
  );
  async function take(file: File | undefined) {
    if (!file) return;
    const large = tooLarge(file);
    setUnread(large ?? null);
    setWorkbook(undefined);
    if (large) return;
    if (!isWorkbook(file)) return mutate({ name: file.name, content: file });
    setReading(true);
    try {
      const sheets = await readSheetsOf(file);
      const [only] = sheets;
      if (sheets.length === 1 && only) mutate({ name: file.name, content: only.csv });
      else setWorkbook({ name: file.name, sheets });
    } catch (reason) {
      if (reason instanceof WorkbookRefused) setUnread(refusal(reason.message));
      else if (isProblem(reason)) setUnread(reason);
      else throw reason;
    } finally {
      setReading(false);
    }
  }
  return (
    <Stack>
      <ActionProblem problem={unread ?? error} />
      <FileField onFile={take} isBusy={isReading || isPending} />
      {workbook && (
        <Sheets workbook={workbook} onChoose={({ csv }) => mutate({ name: workbook.name, content: csv })} />
      )}
      <PasteField kind={kind} onPaste={(content) => mutate({ name: undefined, content })} />
    </Stack>
  );
}

/** A button for the file dialog, on a place where files can be dropped. */
function FileField({ onFile, isBusy }: { onFile: (file: File | undefined) => void; isBusy: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <Card
      withBorder
      padding="xl"
      className="drop"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="xs">
        <input
          ref={input}
          type="file"
          hidden
          accept={listTypes}
          aria-label="File"
          onChange={({ currentTarget }) => {
            onFile(currentTarget.files?.[0]);
            // The same file can be chosen again, after it was changed.
            currentTarget.value = "";
          }}
        />
        <Button
          leftSection={<IconFileImport size={18} />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          Or drop it here. CSV, TSV or XLSX, at most 5 MiB and 5,000 rows. Nothing is created before you
          confirm.
        </Text>
      </Stack>
    </Card>
  );
}

function Sheets({ workbook, onChoose }: { workbook: Workbook; onChoose: (sheet: Sheet) => void }) {
  const [chosen, setChosen] = useState("0");
  const sheet = workbook.sheets[Number(chosen)];
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Radio.Group label={`Which sheet of ${workbook.name}?`} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {workbook.sheets.map(({ name, rows }, place) => (
              <Radio
                key={name}
                value={String(place)}
                label={`${name} (${rows === 1 ? "1 row" : `${rows} rows`})`}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group>
          <Button onClick={() => sheet && onChoose(sheet)}>Use this sheet</Button>
        </Group>
      </Stack>
    </Card>
  );
}

function PasteField({ kind, onPaste }: { kind: ImportKind; onPaste: (text: string) => void }) {
  const [text, setText] = useState("");
  const isEmpty = text.trim() === "";
  return (
    <Stack gap="xs">
      <Textarea
        label={`Or paste ${kindWords[kind].many}`}
        description="Cells of a spreadsheet, or lines of a chat with commas between name, street and town."
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group>
        <Button variant="default" disabled={isEmpty} onClick={() => onPaste(text)}>
          Check pasted rows
        </Button>
      </Group>
    </Stack>
  );
}
