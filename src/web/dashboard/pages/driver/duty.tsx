import { StatusBadge } from "../../components/status-badge.tsx";

export function Duty({ driver: { on_duty } }: { driver: { on_duty: boolean } }) {
  return <StatusBadge tone={on_duty ? "good" : "quiet"}>{on_duty ? "On duty" : "Off duty"}</StatusBadge>;
}
