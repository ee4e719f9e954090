import type { Environment } from "../../infra/environment.ts";
import { post } from "../browser/api.ts";
import { isProblem, type Problem } from "../browser/problem.ts";

/** What a file field accepts. */
export const imageTypes = "image/jpeg,image/png,image/webp";

/** Refusals that are about the file, by their status. */
const refusals: Readonly<Record<number, string>> = {
  413: "is too large",
  415: "must be a JPEG, PNG or WebP image",
};

interface Upload {
  environment: Environment;
  /** Where images of this kind go. */
  path: "/platform/account/images" | `/platform/carriers/${string}/images`;
  /** The field with the file, which shows what is wrong with it. */
  field: string;
}

/** @returns the image's id. @throws Problem */
export async function uploadImage(file: File, { environment, path, field }: Upload): Promise<string> {
  try {
    return (await post(path, file, { environment })).id;
  } catch (error) {
    if (!isProblem(error)) throw error;
    const refusal = refusals[error.status];
    const faults = refusal === undefined ? (error.errors ?? []) : [{ code: error.code, detail: refusal }];
    if (faults.length === 0) throw error;
    const errors = faults.map((fault) => ({ ...fault, pointer: `#/${field}` }));
    throw { ...error, code: "validation_failed", errors } satisfies Problem;
  }
}
