/** Before what an intruder would do first, the API wants the password again. Whoever asks meanwhile shares the question. */

type Answer = (isConfirmed: boolean) => void;

let question: { answer: Answer; answered: Promise<boolean> } | undefined;
const listeners = new Set<() => void>();

/** Shows the question. @returns whether the person has entered the password */
export function confirmPerson(): Promise<boolean> {
  if (question === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const answer: Answer = (isConfirmed) => {
      show(undefined);
      resolve(isConfirmed);
    };
    show({ answer, answered: promise });
  }
  return question?.answered ?? Promise.resolve(false);
}

/** Answers the open question; undefined while there is none. */
export function openQuestion(): Answer | undefined {
  return question?.answer;
}

function show(next: typeof question): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Calls back when a question opens or closes; returns a function that unsubscribes. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
