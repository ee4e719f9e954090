interface Picture {
  content: Uint8Array;
  contentType: string;
  sha256: string;
}

/** Answers with a picture. It never changes under its address, so browsers keep it for a day. */
export function imageAnswer(image: Picture): Response {
  return answerWith(image, "private, max-age=86400, immutable");
}

/** Answers with a picture that another may replace under the same address. */
export function changingImageAnswer(image: Picture): Response {
  return answerWith(image, "private, no-cache");
}

/** Answers with a picture that a browser must not keep. */
export function secretImageAnswer(image: Picture): Response {
  return answerWith(image, "private, no-store");
}

function answerWith(image: Picture, cacheControl: string): Response {
  return new Response(new Uint8Array(image.content), {
    headers: {
      "content-type": image.contentType,
      "content-length": String(image.content.byteLength),
      "cache-control": cacheControl,
      "content-security-policy": "default-src 'none'",
      etag: `"${image.sha256}"`,
    },
  });
}
