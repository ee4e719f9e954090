/**
 * Preloaded into each worker of the test runner. In a whole run, properties without a seed of their own draw the same
 * values each time, so that it fails for everybody or for nobody. A file that runs alone draws others each time.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: 20260131 });
