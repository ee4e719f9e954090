import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Tone } from "../../theme.ts";

const looks = {
  active: { word: "Active", tone: "good" },
  paused: { word: "Paused", tone: "quiet" },
  failing: { word: "Failing", tone: "bad" },
} as const satisfies Record<CarrierDetails["status"], { word: string; tone: Tone }>;

/** Whether Waybill asks the carrier for quotes, and whether the carrier answers. */
export function CarrierState({ carrier: { status } }: { carrier: Pick<CarrierDetails, "status"> }) {
  const { word, tone } = looks[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
