/** An error response of an AWS service: its code and its message. */
export class ServiceError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}
