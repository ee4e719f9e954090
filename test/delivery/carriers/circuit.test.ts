import { describe, expect, test } from "bun:test";
import {
  admits,
  type Circuit,
  closedCircuit,
  onAsk,
  onFailure,
  onNothing,
  reopenedCircuit,
  stateAt,
} from "../../../src/delivery/carriers/circuit.ts";

/** A script of what happens, one step a line: at which second, what, and what the circuit is then. */
type Step = [
  seconds: number,
  act: "ask" | "fails" | "answers" | "ends" | "late failure" | "look",
  after: string,
];

const fiveFailures: Step[] = [
  [0, "ask", "closed"],
  [1, "fails", "closed"],
  [2, "fails", "closed"],
  [3, "fails", "closed"],
  [4, "fails", "closed"],
  [5, "fails", "open until 35"],
];

const scripts: [string, Step[]][] = [
  ["five failures in a row open it for 30 s", fiveFailures],
  [
    "an answer in between starts the count again",
    [
      [1, "fails", "closed"],
      [2, "fails", "closed"],
      [3, "fails", "closed"],
      [4, "fails", "closed"],
      [5, "answers", "closed"],
      [6, "fails", "closed"],
      [7, "fails", "closed"],
      [8, "fails", "closed"],
      [9, "fails", "closed"],
      [10, "fails", "open until 40"],
    ],
  ],
  [
    "what shows nothing neither counts nor starts the count again",
    [
      [1, "fails", "closed"],
      [2, "fails", "closed"],
      [3, "ends", "closed"],
      [4, "fails", "closed"],
      [5, "fails", "closed"],
      [6, "ends", "closed"],
      [7, "fails", "open until 37"],
    ],
  ],
  [
    "asks that were on their way when it opened do not make the wait longer",
    [...fiveFailures, [6, "late failure", "open until 35"], [36, "late failure", "half_open"]],
  ],
  [
    "after the wait exactly one ask goes through",
    [
      ...fiveFailures,
      [34, "look", "open until 35"],
      [35, "look", "half_open"],
      [35, "ask", "half_open, trying"],
    ],
  ],
  [
    "its answer closes the circuit",
    [...fiveFailures, [35, "ask", "half_open, trying"], [36, "answers", "closed"], [36, "fails", "closed"]],
  ],
  [
    "each failure after a wait doubles it, up to ten minutes",
    [
      ...fiveFailures,
      [35, "ask", "half_open, trying"],
      [40, "fails", "open until 100"],
      [100, "ask", "half_open, trying"],
      [100, "fails", "open until 220"],
      [220, "ask", "half_open, trying"],
      [220, "fails", "open until 460"],
      [460, "ask", "half_open, trying"],
      [460, "fails", "open until 940"],
      [940, "ask", "half_open, trying"],
      [940, "fails", "open until 1540"],
      [1540, "ask", "half_open, trying"],
      [1540, "fails", "open until 2140"],
    ],
  ],
  [
    "where that ask shows nothing another one goes through, after no further wait",
    [
      ...fiveFailures,
      [35, "ask", "half_open, trying"],
      [36, "ends", "half_open"],
      [36, "ask", "half_open, trying"],
      [37, "fails", "open until 97"],
    ],
  ],
];

function stepped(circuit: Circuit, act: Step[1], wasTry: boolean, now: number): Circuit {
  switch (act) {
    case "ask":
      return onAsk(circuit);
    case "fails":
      return onFailure(circuit, wasTry, now);
    case "late failure":
      return onFailure(circuit, false, now);
    case "ends":
      return onNothing(circuit, wasTry);
    case "answers":
      return closedCircuit;
    case "look":
      return circuit;
  }
}

function described(circuit: Circuit, now: number): string {
  const state = stateAt(circuit, now);
  if (state === "open") return `open until ${(circuit.opened?.retryAt ?? 0) / 1000}`;
  return circuit.opened?.isTrying ? `${state}, trying` : state;
}

describe("a circuit", () => {
  test.each(scripts)("%s", (_, steps) => {
    let circuit = closedCircuit;
    for (const [seconds, act, after] of steps) {
      const now = seconds * 1000;
      if (act === "ask") expect([seconds, admits(circuit, now)]).toEqual([seconds, true]);
      circuit = stepped(circuit, act, circuit.opened?.isTrying ?? false, now);
      expect([seconds, act, described(circuit, now)]).toEqual([seconds, act, after]);
      const mayAsk = after === "closed" || after === "half_open";
      expect([seconds, admits(circuit, now)]).toEqual([seconds, mayAsk]);
    }
  });

  test("keeps when it opened, however often the carrier is tried", () => {
    let circuit = closedCircuit;
    for (let second = 1; second <= 5; second += 1) circuit = onFailure(circuit, false, second * 1000);
    for (let now = 35_000; now < 10_000_000; now = circuit.opened?.retryAt ?? now) {
      circuit = onFailure(onAsk(circuit), true, now);
      expect(circuit.opened?.since).toBe(5000);
    }
  });

  test("whose wait lies ahead of a clock that was set back lets one ask through", () => {
    let circuit = closedCircuit;
    for (let failures = 1; failures <= 5; failures += 1) circuit = onFailure(circuit, false, 86_400_000);
    expect([admits(circuit, 86_400_000), stateAt(circuit, 86_400_000)]).toEqual([false, "open"]);
    expect([admits(circuit, 5000), stateAt(circuit, 5000)]).toEqual([true, "half_open"]);
    expect(onFailure(onAsk(circuit), true, 5000).opened).toMatchObject({
      since: 86_400_000,
      retryAt: 65_000,
    });
    expect(admits(reopenedCircuit(6000), 5000)).toBe(true);
  });

  test("that a restart finds open lets one ask through at once", () => {
    const circuit = reopenedCircuit(1000);
    expect([admits(circuit, 2000), admits(onAsk(circuit), 2000)]).toEqual([true, false]);
    expect(onFailure(onAsk(circuit), true, 2000).opened).toMatchObject({ since: 1000, retryAt: 62_000 });
  });
});
