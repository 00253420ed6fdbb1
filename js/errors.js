/** All errors that a caller can cause: a stable `code`, and `message` (also as `client`) for people. */
export class HexError extends Error {
  constructor({ kind = "HexError", code, message, params = {} }, options) {
    super(message, options);
    this.name = kind;
    this.code = code;
    this.client = message;
    this.params = params;
    if (params.path !== undefined) this.path = params.path;
  }
}
