/** An error response of DynamoDB: its code is the error's name. */
export class TableError extends Error {
  /** Further members of the response, as JSON texts by name. */
  readonly members: Readonly<Record<string, string | undefined>>;
  constructor(code: string, message: string, members: TableError['members'] = {}) {
    super(message);
    this.name = code;
    this.members = members;
  }
}

export const invalid = (message: string): TableError =>
  new TableError('ValidationException', message);

/** A value that makes no sense in an otherwise well-formed request. */
export const invalidParameter = (message: string): TableError =>
  invalid(`One or more parameter values were invalid: ${message}`);

export const malformed = (message: string): TableError =>
  new TableError('SerializationException', message);
