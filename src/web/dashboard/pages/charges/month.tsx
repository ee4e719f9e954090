import { Button, Group, Select, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Environment } from "@/infra/environment.ts";
import { getCsv, type Query } from "../../../browser/api.ts";
import { Notice } from "../../components/notice.tsx";
import { ActionProblem } from "../../components/problem.tsx";
import { recentMonths } from "../../months.ts";
import { useAction } from "../../queries.ts";
import { saveCsv } from "../../save-file.ts";

interface MonthBarProps {
  month: string;
  onChange: (month: string) => void;
  /** Of the statement. */
  path: `/${"platform" | "operator"}/statements/${string}`;
  /** Of the file, before its month. */
  fileName: string;
  /** Undefined while the statement is loading. */
  isOver: boolean | undefined;
  environment?: Environment;
  /** Which part of the statement. */
  query?: Query;
  /** More that can be done with it. */
  children?: ReactNode;
}

/** Chooses a month, and saves its statement. */
export function MonthBar({
  month,
  onChange,
  path,
  fileName,
  isOver,
  environment,
  query,
  children,
}: MonthBarProps) {
  const download = useAction((_: undefined) => getCsv(path, { environment, query }), {
    changes: [],
    onDone: (text) => saveCsv(`waybill-${fileName}-${month}${isOver ? "" : "-incomplete"}.csv`, text),
  });
  return (
    <>
      <Group justify="space-between" align="end" gap="sm">
        <Select
          label="Month"
          data={recentMonths()}
          value={month}
          onChange={(chosen) => onChange(chosen ?? month)}
          allowDeselect={false}
          w={180}
        />
        <Group gap="xs">
          {children}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            loading={download.isPending}
            disabled={isOver === undefined}
            onClick={() => download.mutate(undefined)}
          >
            Download CSV
          </Button>
        </Group>
      </Group>
      <ActionProblem problem={download.error} />
    </>
  );
}

/** Shown until nothing can be added any more. */
export function NotOverYet() {
  return (
    <Notice tone="busy">
      This month is not over: charges may still be added. Months begin and end in UTC.
    </Notice>
  );
}

/** What a statement is not. */
export function NoTax() {
  return (
    <Text size="sm" c="dimmed">
      A statement is not an invoice. Waybill computes no tax: your accounting adds what the law requires.
    </Text>
  );
}
