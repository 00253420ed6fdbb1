/** All errors that a caller can cause: a stable `code`, and `message` (also as `client`) for people. */
export class HexError extends Error {
  constructor({ name = "HexError", code, message, path }, options) {
    super(message, options);
    this.name = name;
    this.code = code;
    this.client = message;
    if (path !== undefined) this.path = path;
  }
}
