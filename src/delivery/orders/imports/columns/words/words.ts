import { driverWords } from "./driver.ts";
import { parcelWords } from "./parcel.ts";
import { personWords } from "./person.ts";
import { placeWords } from "./place.ts";
import { stopWords } from "./stop.ts";

/** What people write above the columns of their lists, by what it means. */
export const meaningWords = {
  ...personWords,
  ...placeWords,
  ...stopWords,
  ...parcelWords,
  ...driverWords,
} as const;
export type Meaning = keyof typeof meaningWords;
