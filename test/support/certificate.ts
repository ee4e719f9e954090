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

/** An authority that no machine knows, valid until 2126. */
export const authority = toPem(
  "CERTIFICATE",
  "MIIBmTCCAT+gAwIBAgIUMyUfqZIQ3nQj1QZdY6MFGN5bCAswCgYIKoZIzj0EAwIwITEfMB0GA1UEAwwWV2F5YmlsbCB0ZXN0IGF1" +
    "dGhvcml0eTAgFw0yNjExMjkxMDA2NTJaGA8yMTI2MTEwNTEwMDY1MlowITEfMB0GA1UEAwwWV2F5YmlsbCB0ZXN0IGF1dGhvcml0" +
    "eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLa41+GTYql1i5O5/TV/r8CIoO/2ZDrddtBVEk//lwQKtbFrwL7+VyuEDdGacI4S" +
    "SFFrWuKzSndX199nb/s5t0yjUzBRMB0GA1UdDgQWBBQWELZuaMB3bdfk6LXWR/8YTjJ4FTAfBgNVHSMEGDAWgBQWELZuaMB3bdfk" +
    "6LXWR/8YTjJ4FTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDBllDs04sqD2oZsgzHVgwO7emv2NGcQRUBVnpZ" +
    "KXeZ3wIgETGcvCFUOKeJXtmKEvSf9LqjzHBtCjtZ1DaXpobaYSo=",
);
/** From that authority, for hooks.example and 127.0.0.1, valid until 2126. */
export const vouched = toPem(
  "CERTIFICATE",
  "MIIBnTCCAUSgAwIBAgIUTuQdYE0GOhKmLd+4stAxbHiVVSQwCgYIKoZIzj0EAwIwITEfMB0GA1UEAwwWV2F5YmlsbCB0ZXN0IGF1" +
    "dGhvcml0eTAgFw0yNjExMjkxMDA2NTJaGA8yMTI2MTEwNTEwMDY1MlowFzEVMBMGA1UEAwwMV2F5YmlsbCB0ZXN0MFkwEwYHKoZI" +
    "zj0CAQYIKoZIzj0DAQcDQgAEjZ/+eA5qbiZCfsFDwqaGXe0QOWj28SOTFDTUniUEtxstyGejehOvvl8yeUabG29xxSNFZnIlfBnp" +
    "8x/Ovfpey6NiMGAwHgYDVR0RBBcwFYINaG9va3MuZXhhbXBsZYcEfwAAATAdBgNVHQ4EFgQUPe7AUaQmrN4jW0/LJ1fAKHYz1IQw" +
    "HwYDVR0jBBgwFoAUFhC2bmjAd23X5Oi11kf/GE4yeBUwCgYIKoZIzj0EAwIDRwAwRAIgGxc142Mko5ZGVfpn2qk42t3wfNvv6l7t" +
    "t6xx9l3wRYYCICO4Q9xPZXzal5qTeh/5YnzCuJKfn8CcJ2wwvpSAAntp",
);
/** From it as well, for the same names and key; it ended in 2020. */
export const expired = toPem(
  "CERTIFICATE",
  "MIIBiTCCAS+gAwIBAgIBATAKBggqhkjOPQQDAjAhMR8wHQYDVQQDDBZXYXliaWxsIHRlc3QgYXV0aG9yaXR5MB4XDTIwMDEwMTAw" +
    "MDAwMFoXDTIwMDIwMTAwMDAwMFowFzEVMBMGA1UEAwwMV2F5YmlsbCB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEjZ/+" +
    "eA5qbiZCfsFDwqaGXe0QOWj28SOTFDTUniUEtxstyGejehOvvl8yeUabG29xxSNFZnIlfBnp8x/Ovfpey6NiMGAwHgYDVR0RBBcw" +
    "FYINaG9va3MuZXhhbXBsZYcEfwAAATAdBgNVHQ4EFgQUPe7AUaQmrN4jW0/LJ1fAKHYz1IQwHwYDVR0jBBgwFoAUFhC2bmjAd23X" +
    "5Oi11kf/GE4yeBUwCgYIKoZIzj0EAwIDSAAwRQIhAPjTiDvOqMWlL2j7+mju8L11n0rruvO5skBYmc76C4DoAiAsC4in9YVTSMBG" +
    "uRSS2I2aXct3WsR8SOI3VZZnI3REoA==",
);
/** Of both. It protects nothing. */
export const vouchedKey = toPem(
  "PRIVATE KEY",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+ci+6tRtDdEBwHlaUihpQKR8z5+p1zipKpb2fsjCw6ihRANCAASN" +
    "n/54DmpuJkJ+wUPCpoZd7RA5aPbxI5MUNNSeJQS3Gy3IZ6N6E6++XzJ5Rpsbb3HFI0VmciV8GenzH869+l7L",
);

export function toPem(label: string, base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
