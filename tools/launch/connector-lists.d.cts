/**
 * The folders of a company's own connectors, as paths below the repository; undefined where a
 * settings file is no JSON.
 */
export function ownFolders(root: string): readonly string[] | undefined;

/** Throws an Error of one sentence. */
export function writeConnectorLists(root: string): void;
