/**
 * Serves one file to the kernel by the FUSE protocol, version 7 (structures: include/uapi/linux/fuse.h). The root of
 * the mount is the file itself, so there are no names to look up and no folders to list. Requests are handled one
 * after the other, in the order in which the kernel sends them.
 */
import { writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { constants } from "node:os";
import { runCommand } from "./file-system.ts";

export interface ServedFile {
  /** In bytes; never changes. */
  size: number;
  read(offset: number, length: number): Uint8Array;
  /** The bytes are valid until the promise resolves. */
  write(offset: number, bytes: Uint8Array): Promise<void>;
  /** Answers fsync. */
  flush(): Promise<void>;
}

interface Request {
  code: number;
  id: bigint;
  /** What follows the header. */
  body: Buffer;
}

const operations = {
  forget: 2,
  getattr: 3,
  open: 14,
  read: 15,
  write: 16,
  statfs: 17,
  release: 18,
  fsync: 20,
  flush: 25,
  init: 26,
  interrupt: 36,
  batchForget: 42,
} as const;
const unanswered: readonly number[] = [operations.forget, operations.interrupt, operations.batchForget];

const majorVersion = 7;
/** The version whose structures are used here; the kernel speaks it when it is newer. */
const minorVersion = 31;
const bigWrites = 1 << 5;
const maxPagesIsTold = 1 << 22;
/** Bypasses the kernel's page cache: what is written arrives here at once. */
const directIo = 1;
const regularFile = 0o100000;
const requestHeaderBytes = 40;
const answerHeaderBytes = 16;
const writeHeaderBytes = 40;
const writeBytesMax = 1 << 20;
const pageBytes = 4096;
const sectorBytes = 512;
/** Nobody but this process changes the file's attributes. */
const attributesValidSeconds = 3600n;

/** What `mount` finds the device under: the first one after its standard streams. */
const deviceDescriptor = 3;

/**
 * Serves until the file is unmounted. @param path an existing file, which the served one covers
 * @returns what resolves when the kernel sends no more requests
 */
export async function serveFile(path: string, file: ServedFile): Promise<{ ended: Promise<void> }> {
  const device = await open("/dev/fuse", "r+");
  const options = `fd=${deviceDescriptor},rootmode=${regularFile.toString(8)},user_id=0,group_id=0`;
  const mount = ["mount", "--internal-only", "-t", "fuse", "-o", options, "power-cut", path];
  await runCommand(mount, device.fd);
  return { ended: answerRequests(device, file) };
}

async function answerRequests(device: FileHandle, file: ServedFile): Promise<void> {
  const buffer = Buffer.allocUnsafe(writeBytesMax + pageBytes);
  for (;;) {
    const length = await readRequest(device, buffer);
    if (length === undefined) return device.close();
    const request = {
      code: buffer.readUInt32LE(4),
      id: buffer.readBigUInt64LE(8),
      body: buffer.subarray(requestHeaderBytes, length),
    };
    if (unanswered.includes(request.code)) continue;
    const answer = await answerTo(request, file);
    if (answer) send(device, request.id, 0, answer);
    else send(device, request.id, -constants.errno.ENOSYS, Buffer.alloc(0));
  }
}

/** @returns its length, or undefined when the file is no longer mounted */
async function readRequest(device: FileHandle, buffer: Buffer): Promise<number | undefined> {
  for (;;) {
    try {
      return (await device.read(buffer, 0, buffer.length, null)).bytesRead;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENODEV") return undefined;
      // The kernel took the request back before it was read, or a signal came.
      if (code !== "ENOENT" && code !== "EINTR" && code !== "EAGAIN") throw error;
    }
  }
}

/** One write call is one answer. */
function send(device: FileHandle, id: bigint, error: number, body: Uint8Array): void {
  const answer = Buffer.alloc(answerHeaderBytes + body.length);
  answer.writeUInt32LE(answer.length, 0);
  answer.writeInt32LE(error, 4);
  answer.writeBigUInt64LE(id, 8);
  answer.set(body, answerHeaderBytes);
  try {
    writeSync(device.fd, answer);
  } catch (error) {
    // Whoever asked is gone.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** @returns undefined for an operation that this file does not have */
async function answerTo({ code, body }: Request, file: ServedFile): Promise<Uint8Array | undefined> {
  switch (code) {
    case operations.init:
      return initialized();
    case operations.getattr:
      return attributes(file.size);
    case operations.open:
      return words(16, (answer) => answer.writeUInt32LE(directIo, 8));
    case operations.read:
      return file.read(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16));
    case operations.write: {
      const bytes = body.subarray(writeHeaderBytes, writeHeaderBytes + body.readUInt32LE(16));
      await file.write(Number(body.readBigUInt64LE(8)), bytes);
      return words(8, (answer) => answer.writeUInt32LE(bytes.length, 0));
    }
    case operations.fsync:
      await file.flush();
      return Buffer.alloc(0);
    case operations.statfs:
      return words(80, (answer) => answer.writeUInt32LE(pageBytes, 40));
    case operations.flush:
    case operations.release:
      return Buffer.alloc(0);
    default:
      return undefined;
  }
}

/** `struct fuse_init_out` */
function initialized(): Uint8Array {
  return words(64, (answer) => {
    answer.writeUInt32LE(majorVersion, 0);
    answer.writeUInt32LE(minorVersion, 4);
    answer.writeUInt32LE(bigWrites | maxPagesIsTold, 12);
    answer.writeUInt32LE(writeBytesMax, 20);
    answer.writeUInt32LE(1, 24);
    answer.writeUInt16LE(writeBytesMax / pageBytes, 28);
  });
}

/** `struct fuse_attr_out` */
function attributes(size: number): Uint8Array {
  return words(104, (answer) => {
    answer.writeBigUInt64LE(attributesValidSeconds, 0);
    answer.writeBigUInt64LE(1n, 16);
    answer.writeBigUInt64LE(BigInt(size), 24);
    answer.writeBigUInt64LE(BigInt(size / sectorBytes), 32);
    answer.writeUInt32LE(regularFile | 0o600, 76);
    answer.writeUInt32LE(1, 80);
    answer.writeUInt32LE(pageBytes, 96);
  });
}

function words(bytes: number, fill: (answer: Buffer) => void): Uint8Array {
  const answer = Buffer.alloc(bytes);
  fill(answer);
  return answer;
}
