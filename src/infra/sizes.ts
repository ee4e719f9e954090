export const bytesPerKb = 1024;
export const bytesPerMb = 1024 * bytesPerKb;
