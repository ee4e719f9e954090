import type { Status } from "../../delivery/model/model.ts";
import type { Texts } from "./texts/en.ts";

/** Longer names of stages need more room than a phone has for four beside one another. */
const shortWordMax = 9;

/** How far a delivery is: the number of its stage in `texts.stages`. */
export const stageOf: Partial<Record<Status, number>> = {
  created: 0,
  quoted: 0,
  assigned: 1,
  in_transit: 2,
  delivered: 3,
};

/** The stages of a delivery; nothing for one that has left their way. */
export function stagesOf(reached: number | undefined, texts: Texts): string {
  if (reached === undefined) return "";
  const items = texts.stages.map((name, index) => {
    const isDone = index <= reached;
    return `<li${isDone ? ' class="done"' : ""}${index === reached ? ' aria-current="step"' : ""}>${name}</li>`;
  });
  const words = texts.stages.join(" ").split(" ");
  const isLong = words.some(({ length }) => length > shortWordMax);
  return `<ol class="stages${isLong ? " long" : ""}">${items.join("")}</ol>`;
}
