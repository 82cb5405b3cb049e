/** Entries of npm-files.json. */
export type NpmFiles = 'dynamodb-local';

export function folderOf(name: NpmFiles): string;
export function isFetched(name: NpmFiles): boolean;

/** Throws an Error of one sentence. */
export function fetchFiles(name: NpmFiles): void;
