/** The pictures of a simulated proof of delivery, drawn by the server. */
export { drawDoorstepPhoto } from "./doorstep.ts";
export { drawSignature } from "./signature.ts";
