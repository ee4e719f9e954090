import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { UsageView } from "@/access/usage/schema.ts";
import { toCsv } from "@/infra/text/csv.ts";
import { saveCsv } from "../../save-file.ts";
import type { Grouping } from "./groupings.tsx";

const figures = ["requests", "errors", "rate_limited", "p50_ms", "p95_ms"] as const;

/** Saves what the table shows as a file. */
export function Download({ usage, grouping }: { usage: UsageView | undefined; grouping: Grouping }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} />}
      disabled={usage === undefined}
      onClick={() => usage && saveCsv(nameOf(usage), textOf(usage, grouping))}
    >
      Download CSV
    </Button>
  );
}

function nameOf({ environment, group_by, from, to }: UsageView): string {
  return `waybill-usage-${environment}-by-${group_by}-${from}-${to}.csv`;
}

function textOf({ data }: UsageView, { columns, cells }: Grouping): string {
  const rows = data.map((item) => [...cells(item), ...figures.map((name) => item[name])]);
  return toCsv([[...columns, ...figures], ...rows]);
}
