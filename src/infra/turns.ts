/** Runs the works of each account one after the other, whether those before succeed or not. */
export function createTurns(): <T>(accountId: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Promise<unknown>>();
  return function inTurn(accountId, work) {
    const turn = (turns.get(accountId) ?? Promise.resolve()).then(work, work);
    turns.set(accountId, turn);
    const leave = () => {
      if (turns.get(accountId) === turn) turns.delete(accountId);
    };
    turn.then(leave, leave);
    return turn;
  };
}
