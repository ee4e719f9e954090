/** Answers with a picture. It never changes under its address, so browsers keep it for a day. */
export function imageAnswer(image: { content: Uint8Array; contentType: string; sha256: string }): Response {
  return new Response(new Uint8Array(image.content), {
    headers: {
      "content-type": image.contentType,
      "content-length": String(image.content.byteLength),
      "cache-control": "private, max-age=86400, immutable",
      "content-security-policy": "default-src 'none'",
      etag: `"${image.sha256}"`,
    },
  });
}
