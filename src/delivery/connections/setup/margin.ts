import { refuseFields } from "../../../infra/errors.ts";
import type { Margin } from "../../carriers/margin.ts";
import type { MarginInput } from "./margin-schema.ts";

/** @throws AppError `validation_failed` */
export function refuseUnfitMargin(input: MarginInput | undefined): void {
  const percent = input?.percent ?? 0;
  if (Math.round(percent * 100) / 100 === percent) return;
  const detail = "must have at most 2 decimals";
  refuseFields([{ pointer: "#/margin/percent", code: "decimals", detail }]);
}

/** The margin after a merge patch; null without any part. */
export function nextMargin(before: Margin | null, patch: MarginInput | undefined): Margin | null {
  if (patch == null) return patch === null ? null : before;
  const { percent = before?.percent ?? null, amount = before?.amount ?? null } = patch;
  return percent === null && amount === null ? null : { percent, amount };
}
