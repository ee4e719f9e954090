import { expect, test } from "bun:test";
import {
  handoverInputs,
  handoverWords,
  leaveInputs,
  leavePlaces,
  toHandover,
  toLeavePlace,
} from "../../../src/delivery/model/handover.ts";

test("both spellings of neighbor are taken, and each place keeps the one that it answers with", () => {
  expect(handoverInputs.map(toHandover)).toEqual([...handoverWords, "neighbour"]);
  expect(leaveInputs.map(toLeavePlace)).toEqual([...leavePlaces, "neighbor"]);
});
