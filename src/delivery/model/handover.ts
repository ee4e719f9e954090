/** Who or what gets the goods at a delivery. Pages read it too, so this file loads nothing. */

/** Where the driver may leave the goods if nobody is at home. */
export const leavePlaces = ["neighbor", "safe_place"] as const;
export type LeavePlace = (typeof leavePlaces)[number];

/** To whom or where the goods were handed over. Answers have British words here, and American ones in `leavePlaces`. */
export const handoverWords = ["recipient", "neighbour", "reception", "safe_place", "locker"] as const;
export type Handover = (typeof handoverWords)[number];

/** Of one word with two spellings Waybill takes both. */
export const handoverInputs = [...handoverWords, "neighbor"] as const;
export const leaveInputs = [...leavePlaces, "neighbour"] as const;

export function toHandover(word: (typeof handoverInputs)[number]): Handover {
  return word === "neighbor" ? "neighbour" : word;
}

export function toLeavePlace(word: (typeof leaveInputs)[number]): LeavePlace {
  return word === "neighbour" ? "neighbor" : word;
}
