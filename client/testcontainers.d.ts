/** What `src/testcontainers.ts` uses of Testcontainers: the build needs no more, and users have the package's own types. */

export const Wait: { forLogMessage(message: RegExp): object };

export interface StartedTestContainer {
  getHost(): string;
  getMappedPort(port: number): number;
  logs(): Promise<AsyncIterable<Uint8Array | string> & { destroy(): void }>;
}

export class GenericContainer {
  constructor(image: string);
  withExposedPorts(...ports: number[]): this;
  withWaitStrategy(strategy: object): this;
  withCommand(command: string[]): this;
  start(): Promise<StartedTestContainer>;
}

export class AbstractStartedContainer implements StartedTestContainer {
  constructor(started: StartedTestContainer);
  getHost(): string;
  getMappedPort(port: number): number;
  logs: StartedTestContainer["logs"];
}
