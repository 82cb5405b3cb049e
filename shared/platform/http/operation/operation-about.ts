/** Facts about an operation for readers. The bundler leaves them out of functions. */
export interface OperationAbout {
  /** Its words in the API's description. */
  readonly description?: string;
  /** Method and path under which Hyperswitch v1 publishes it, where ours are others. */
  readonly published?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** How it differs from Hyperswitch v1, in Markdown; links are relative to `docs/`. */
  readonly differs?: string;
  /** Members of its request that are stored and answered, and that no code acts on. */
  readonly stored?: readonly string[];
  /** Members of its request that are accepted, not sent to processors, and have no effect. */
  readonly accepted?: readonly string[];
}
