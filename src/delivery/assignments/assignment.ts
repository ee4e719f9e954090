/** What became of accepting a quote. Contract §4. */
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

export const vehicleTypes = ["on_foot", "bicycle", "motorbike", "car", "van", "truck"] as const;
export type VehicleType = (typeof vehicleTypes)[number];

export interface Driver {
  /** First name and initial only. */
  name: string;
  phone: string | null;
  vehicle: { type: VehicleType; plate: string | null };
}
