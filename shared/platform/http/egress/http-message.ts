export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An absolute URL, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A body of bytes, such as a form with a file, instead of `body`. */
  readonly bytes?: Uint8Array;
}

export interface HttpResponse {
  readonly status: number;
  /** By lower-case name; the values of a repeated header are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
