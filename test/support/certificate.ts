/** Self-signed, for hooks.example and 127.0.0.1, valid until 2126. The key protects nothing. */
export const certificate = toPem(
  "CERTIFICATE",
  "MIIBpTCCAUugAwIBAgIUNN1C15pf+PHc7WZCxNq5rVTcoGUwCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMV2F5YmlsbCB0ZXN0MCAX" +
    "DTI2MTEyMDE5MzA1M1oYDzIxMjYxMDI3MTkzMDUzWjAXMRUwEwYDVQQDDAxXYXliaWxsIHRlc3QwWTATBgcqhkjOPQIBBggqhkjO" +
    "PQMBBwNCAATEmXUab1CfOxqcM9vbX+6CSPXVsdIw0ttvrHkAxpjw5SUHLDsQ+8gT1trdM+CjMb2K3x6xMcGnn3gPTQtZmJXEo3Mw" +
    "cTAdBgNVHQ4EFgQUi0MdEx2Z6wvzqTzTjh3s2i+E4d0wHwYDVR0jBBgwFoAUi0MdEx2Z6wvzqTzTjh3s2i+E4d0wHgYDVR0RBBcw" +
    "FYINaG9va3MuZXhhbXBsZYcEfwAAATAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDU52do6YaA/t8zcsJi9+is" +
    "fY0IeyFba8FVE3IVkZEtuQIgHqP/C7xDcAYmisZDwYEtldr+5Tp8gwEGMHxHjJiJv2M=",
);
export const certificateKey = toPem(
  "PRIVATE KEY",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqPDbgJX9hTIXZn4L2Mb1vaP/foHFDsH+vD40TeRQQaqhRANCAATE" +
    "mXUab1CfOxqcM9vbX+6CSPXVsdIw0ttvrHkAxpjw5SUHLDsQ+8gT1trdM+CjMb2K3x6xMcGnn3gPTQtZmJXE",
);

function toPem(label: string, base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
