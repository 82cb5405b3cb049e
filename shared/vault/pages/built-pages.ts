/** A script or a style as browsers are given it. */
export interface BuiltFile {
  /** Its name below `/assets/`, with a hash of what is in it: `capture.1f0c….js`. */
  readonly file: string;
  readonly contentType: string;
  readonly text: string;
  /** `sha384-…`, as browsers check it. */
  readonly integrity: string;
}

/** Everything that browsers run of ours. */
export interface BuiltPages {
  readonly capture: BuiltFile;
  readonly show: BuiltFile;
  readonly frame: BuiltFile;
  /** For merchants' own pages, where its name has no hash. */
  readonly embed: BuiltFile;
}
