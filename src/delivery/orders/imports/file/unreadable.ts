/** A file that cannot be read. The detail says what to do, and never has anything of the file. */
export class Unreadable extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.name = "Unreadable";
    this.code = code;
  }
}
