/** A built script or style. */
export interface BuiltFile {
  /** Its name below `/assets/`, with a hash of its content: `capture.1f0c….js`. */
  readonly file: string;
  readonly contentType: string;
  readonly text: string;
  /** `sha384-…`, the subresource integrity hash that browsers check. */
  readonly integrity: string;
}

/** All scripts and styles of ours that browsers run. */
export interface BuiltPages {
  readonly capture: BuiltFile;
  readonly show: BuiltFile;
  readonly frame: BuiltFile;
  /** The script for merchants' own pages, whose name has no hash. */
  readonly embed: BuiltFile;
}
