/**
 * The path of the executable for this machine.
 * @throws Error with one sentence that says what is missing and which command installs it
 */
export function executable(): string;
