import { existsSync } from "node:fs";

/** OpenSSH's server. Only root can start it: it becomes the user whose key it accepts. */
export const sshd = "/usr/sbin/sshd";

export const hasSshd = () => existsSync(sshd) && process.getuid?.() === 0;
