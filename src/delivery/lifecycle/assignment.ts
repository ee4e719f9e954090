/** The states of an assignment. Contract §4. */
export const assignmentStatuses = [
  "pending",
  "confirmed",
  "rejected",
  "released",
  "cancelled",
  "completed",
  "failed",
] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

export function isActive(status: AssignmentStatus): boolean {
  return status === "pending" || status === "confirmed";
}
