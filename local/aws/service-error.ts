/** An error that an AWS service answers with: its code, and what it says. */
export class ServiceError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}
